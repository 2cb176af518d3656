internal import Geofencing
internal import GeofencingStore

/// Finds the names that a mistyped one may have been meant to be.
enum CloseNames {
    /// Up to three names that differ least from `name`; none that differ by more than a third of it.
    static func of(_ name: String, among names: some Sequence<String>) -> [String] {
        let wanted = Array(name.lowercased().utf8)
        let limit = max(1, wanted.count / 3)
        var found: [(difference: Int, name: String)] = []
        for name in names where abs(name.utf8.count - wanted.count) <= limit {
            let difference = difference(wanted, Array(name.lowercased().utf8))
            if difference <= limit { found.append((difference, name)) }
        }
        return found.sorted { ($0.difference, $0.name) < ($1.difference, $1.name) }.prefix(3).map(\.name)
    }

    /// `Did you mean "a", "b" or "c"?`, or something else to do where no name is close.
    static func hint(_ name: String, among names: some Sequence<String>, otherwise: String) -> String {
        let quoted = of(name, among: names).map { "\"\($0)\"" }
        guard let last = quoted.last else { return otherwise }
        let others = quoted.dropLast().joined(separator: ", ")
        return "Did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    /// An error of a store about a name that it does not know, with those that this one may have been meant to be.
    ///
    /// - Parameters:
    ///   - error: The store's error.
    ///   - unknown: The name; without one the error stays as it is.
    ///   - known: All names that the store knows.
    ///   - otherwise: What to do where none of them is close.
    static func completing(
        _ error: GeofenceError,
        about unknown: String?,
        among known: some Sequence<String>,
        otherwise: String
    ) -> GeofenceError {
        guard let unknown else { return error }
        var error = error
        error.recoverySuggestion = hint(unknown, among: known, otherwise: otherwise)
        return error
    }

    /// The error of a store that does not know the first of some devices that are not there, with the names that are close to it.
    static func completing(
        _ error: GeofenceError,
        about devices: [DeviceID],
        of store: GeofenceStore
    ) throws(GeofenceError) -> GeofenceError {
        let known = try store.knownDevices()
        let names = Set(known)
        return completing(
            error,
            about: devices.first { !names.contains($0) }?.rawValue,
            among: known.lazy.map(\.rawValue),
            otherwise: "Check the name; what was forgotten before is unknown too."
        )
    }

    /// How many bytes must be put in, left out or replaced to make one name of the other.
    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (line, byte) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, candidate) in other.enumerated() {
                let changed = diagonal + (byte == candidate ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
