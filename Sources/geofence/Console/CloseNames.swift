internal import Geofencing
internal import GeofencingStore

/// Finds the names that a mistyped one may have been meant to be, among names that are examined one by one.
struct CloseNames {
    /// The maximum number of suggestions.
    private static let limit = 3

    private let wanted: [UInt8]
    /// The largest difference accepted.
    private var largest: Int
    /// The closest names so far, the closest first.
    private var found: [(difference: Int, name: String)] = []

    /// - Parameter name: The unknown name. Names that differ by more than a third of it are not close.
    init(to name: String) {
        wanted = Array(name.lowercased().utf8)
        largest = max(1, wanted.count / 3)
    }

    /// Examines a known name; adding the same name twice has no effect.
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

    /// Returns `Did you mean "a", "b" or "c"?`, or `otherwise` if no name is close.
    func hint(otherwise: String) -> String {
        let quoted = found.map { "\"\($0.name.shortened)\"" }
        guard let last = quoted.last else { return otherwise }
        let others = quoted.dropLast().joined(separator: ", ")
        return "Did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    /// Returns the same hint, from names that are all in memory.
    static func hint(_ name: String, among names: some Sequence<String>, otherwise: String) -> String {
        var close = CloseNames(to: name)
        for name in names { close.add(name) }
        return close.hint(otherwise: otherwise)
    }

    /// Returns a store's error about an unknown name, completed with the names that may have been meant.
    ///
    /// - Parameters:
    ///   - error: The store's error.
    ///   - unknown: The unknown name; if it is `nil`, the error is returned unchanged.
    ///   - names: The kind of names to look among.
    ///   - otherwise: What to do if no name is close; `nil` for advice to check the name.
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

    /// Returns the number of bytes that must be inserted, removed or replaced to turn one name into the other; `nil` if
    /// there are more than `limit`.
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
            // No later row has a smaller difference.
            if least > limit { return nil }
        }
        return row[other.count] <= limit ? row[other.count] : nil
    }
}

extension GeofenceStore.Names {
    /// What to do about a name that does not exist.
    fileprivate var check: String {
        switch self {
        case .savedGeofences, .geofences: "Check the identifier; `geofence fences list` lists those that are saved."
        case .devices: "Check the name; a forgotten device is unknown too."
        }
    }
}
