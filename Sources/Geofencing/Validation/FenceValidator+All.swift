internal import Dispatch
internal import Synchronization

extension FenceValidator {
    /// Returns the findings of many geofences, in their order, computed on several threads.
    ///
    /// - Parameters:
    ///   - geofences: The geofences to check.
    ///   - locations: The location at which each was read, in the same order; empty if not known.
    ///   - threads: The number of threads, at least one; more threads than cores bring no gain.
    /// - Throws: `geometryEngine` when GEOS cannot be set up.
    static func validateAll(
        _ geofences: [Geofence],
        at locations: InputLocations = InputLocations(),
        threads: Int
    ) throws(GeofenceError) -> [[GeofenceFinding]] {
        precondition(
            locations.isEmpty || locations.count == geofences.count,
            "All geofences must have a location, or none."
        )
        // The time of a validity check differs between geofences by a factor of a thousand and more, hence small pieces
        // that threads take in turn.
        let piece = 16
        let next = Atomic(0)
        let shared = Mutex((findings: [Int: [GeofenceFinding]](), error: GeofenceError?.none))
        let useful = min(threads, (geofences.count + piece - 1) / piece, 256)
        DispatchQueue.concurrentPerform(iterations: max(1, useful)) { _ in
            do throws(GeofenceError) {
                let validator = try FenceValidator()
                while true {
                    let start = next.add(piece, ordering: .relaxed).oldValue
                    guard start < geofences.count else { return }
                    let fences = geofences.span
                    for index in start..<min(start + piece, geofences.count) {
                        let location = locations.isEmpty ? InputLocation() : locations[index]
                        let findings = validator.findings(in: fences[index], at: location)
                        if !findings.isEmpty { shared.withLock { $0.findings[index] = findings } }
                    }
                }
            } catch {
                shared.withLock { $0.error = error }
            }
        }
        let (found, error) = shared.withLock { ($0.findings, $0.error) }
        if let error { throw error }
        return geofences.indices.map { found[$0] ?? [] }
    }
}
