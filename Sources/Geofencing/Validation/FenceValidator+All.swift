internal import Dispatch
internal import Synchronization

extension FenceValidator {
    /// The findings of many geofences, in their order, worked out on several threads.
    ///
    /// - Parameters:
    ///   - geofences: Those to check.
    ///   - locations: Where each was read, in the same order; empty when that is not known.
    ///   - threads: How many threads to use, at least one; more than there are cores bring nothing.
    /// - Throws: `geometryEngine` when GEOS cannot be set up.
    static func validateAll(
        _ geofences: [Geofence],
        at locations: [InputLocation] = [],
        threads: Int
    ) throws(GeofenceError) -> [[GeofenceFinding]] {
        precondition(locations.isEmpty || locations.count == geofences.count, "Each geofence has a location, or none.")
        // Validity takes a time that differs between geofences by a thousand and more, hence pieces to be shared out.
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
                    for index in start..<min(start + piece, geofences.count) {
                        let location = locations.isEmpty ? InputLocation() : locations[index]
                        let findings = validator.findings(in: geofences[index], at: location)
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
