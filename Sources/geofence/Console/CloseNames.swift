internal import Geofencing
internal import GeofencingStore

/// Finds the names that a mistyped one may have been meant to be, among names that are looked at one by one.
struct CloseNames {
    /// How many are named at most.
    private static let limit = 3

    private let wanted: [UInt8]
    /// The difference that a name must not exceed.
    private var largest: Int
    /// Those that differ least so far, the closest first.
    private var found: [(difference: Int, name: String)] = []

    /// - Parameter name: The one that is not known. What differs by more than a third of it is not close.
    init(to name: String) {
        wanted = Array(name.lowercased().utf8)
        largest = max(1, wanted.count / 3)
    }

    /// Looks at a name that is known; at one that was looked at before again too.
    mutating func add(_ name: String) {
        guard abs(name.utf8.count - wanted.count) <= largest,
            let difference = Self.difference(wanted, Array(name.lowercased().utf8), upTo: largest),
            !found.contains(where: { $0.name.utf8.elementsEqual(name.utf8) })
        else { return }
        found.append((difference, name))
        found.sort { ($0.difference, $0.name) < ($1.difference, $1.name) }
        guard found.count >= Self.limit else { return }
        found.removeSubrange(Self.limit...)
        largest = found[Self.limit - 1].difference
    }

    /// `Did you mean "a", "b" or "c"?`, or something else to do where no name is close.
    func hint(otherwise: String) -> String {
        let quoted = found.map { "\"\($0.name)\"" }
        guard let last = quoted.last else { return otherwise }
        let others = quoted.dropLast().joined(separator: ", ")
        return "Did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    /// The same for a name among names that are there already.
    static func hint(_ name: String, among names: some Sequence<String>, otherwise: String) -> String {
        var close = CloseNames(to: name)
        for name in names { close.add(name) }
        return close.hint(otherwise: otherwise)
    }

    /// An error of a store about a name that it does not know, with those that this one may have been meant to be.
    ///
    /// - Parameters:
    ///   - error: The store's error.
    ///   - unknown: The name; without one the error stays as it is.
    ///   - names: What the store knows of its kind.
    ///   - otherwise: What to do where none of them is close; `nil` to check the name.
    static func completing(
        _ error: GeofenceError,
        about unknown: String?,
        among names: GeofenceStore.Names,
        of store: GeofenceStore,
        otherwise: String? = nil
    ) throws(GeofenceError) -> GeofenceError {
        guard let unknown else { return error }
        var close = CloseNames(to: unknown)
        try store.forEach(names) { close.add($0) }
        var error = error
        error.recoverySuggestion = close.hint(otherwise: otherwise ?? names.check)
        return error
    }

    /// How many bytes must be put in, left out or replaced to make one name of the other; `nil` for more than `limit`.
    private static func difference(_ one: [UInt8], _ other: [UInt8], upTo limit: Int) -> Int? {
        var row = Array(0...other.count)
        for (line, byte) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            var least = row[0]
            for (column, candidate) in other.enumerated() {
                let changed = diagonal + (byte == candidate ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
                least = min(least, row[column + 1])
            }
            // No later row has less.
            if least > limit { return nil }
        }
        return row[other.count] <= limit ? row[other.count] : nil
    }
}

extension GeofenceStore.Names {
    /// What to do about a name that is none of these.
    fileprivate var check: String {
        switch self {
        case .savedGeofences, .geofences: "Check the identifier; `geofence fences list` lists those that are saved."
        case .devices: "Check the name; what was forgotten before is unknown too."
        }
    }
}
