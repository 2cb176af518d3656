/// The result of an evaluation.
package struct TraceResult {
    /// The engine with the final state of the devices.
    package let engine: GeofenceEngine
    package let counts: FixCounts
    /// What is odd about the fixes that are used.
    package let notes: FixNotes
    /// Whether the inputs had to be sorted.
    package let wasSorted: Bool
    /// Geofences that transitions refer to and that the engine does not have; their handles follow the engine's.
    package let gone: [Geofence.ID]
    /// The numbers of the inputs that have had a record since the run was started or resumed.
    let inputsWithRecords: Set<Int>
    /// The transitions, to be drained in order.
    package var transitions: TransitionSorter
    /// The log of the checkpoint, which no other run can use as long as this exists; `nil` without a checkpoint.
    let log: CheckpointLog?
}

extension TraceResult {
    /// Creates the result of an engine that was given its fixes in order, each device's by time.
    package init(_ engine: GeofenceEngine, notes: FixNotes, transitions: TransitionSorter) {
        self.init(
            engine: engine,
            counts: engine.counts,
            notes: notes,
            wasSorted: false,
            gone: [],
            inputsWithRecords: [],
            transitions: transitions,
            log: nil
        )
    }

    /// Removes the checkpoint, once all results are in place; until then no other run can use it.
    package func remove(_ checkpoints: EvaluationCheckpoints) {
        // A run that sorts has removed its checkpoint, and what is there now belongs to another run.
        guard let log else { return }
        withExtendedLifetime(log) { checkpoints.remove() }
    }
}
