/// The result of an evaluation.
package struct TraceResult {
    /// The engine with the final state of the devices.
    package let engine: GeofenceEngine
    package let counts: FixCounts
    /// The number of fixes at latitude 0, longitude 0 that are used.
    package let nullIslands: Int
    /// The number of fixes whose longitude was brought into -180 ... 180 when they were read.
    package let wrappedLongitudes: Int
    /// The number of accuracies and sequences that were not numbers and were left out.
    package let droppedFields: Int
    /// Whether the inputs had to be sorted.
    package let wasSorted: Bool
    /// Geofences that transitions refer to and that the engine does not have; their handles follow the engine's.
    package let gone: [Geofence.ID]
    /// The numbers of the inputs that have had a record since the run was started or resumed.
    let inputsWithRecords: Set<Int>
    /// The transitions, to be drained in order.
    package var transitions: TransitionSorter
}

extension TraceResult {
    /// Creates the result of an engine that was given its fixes in order, each device's by time.
    package init(_ engine: GeofenceEngine, transitions: TransitionSorter) {
        self.init(
            engine: engine,
            counts: engine.counts,
            nullIslands: 0,
            wrappedLongitudes: 0,
            droppedFields: 0,
            wasSorted: false,
            gone: [],
            inputsWithRecords: [],
            transitions: transitions
        )
    }
}
