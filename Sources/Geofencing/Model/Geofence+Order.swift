extension [Geofence] {
    /// The geofences in ascending order of identifier, which is the order of an engine's handles.
    ///
    /// - Complexity: O(*n*) if they are in that order already, else O(*n* log *n*).
    package var inOrderOfIdentifier: [Geofence] {
        let isSorted = indices.dropFirst().allSatisfy { !(self[$0].id < self[$0 - 1].id) }
        guard !isSorted else { return self }
        // A geofence takes as many bytes as two dozen numbers, and sorting moves each some twenty times.
        let ids = map(\.id)
        return indices.sorted { ids[$0] < ids[$1] }.map { self[$0] }
    }

    /// The active geofences in the same order.
    package var activeByIdentifier: [Geofence] {
        (allSatisfy(\.isActive) ? self : filter(\.isActive)).inOrderOfIdentifier
    }
}
