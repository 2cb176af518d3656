/// What an evaluation found.
package struct TraceResult {
    /// The engine with the devices as they ended.
    package let engine: GeofenceEngine
    package let counts: FixCounts
    /// Fixes at latitude 0, longitude 0, which are used.
    package let nullIslands: Int
    /// Fixes that were read whose longitude was brought into -180 ... 180.
    package let wrappedLongitudes: Int
    /// Accuracies and sequences that were no numbers and were left out.
    package let droppedFields: Int
    /// Whether the inputs had to be sorted.
    package let wasSorted: Bool
    /// Geofences that transitions name and that the engine does not have; their handles follow the engine's.
    package let gone: [Geofence.ID]
    /// The numbers of the inputs that have had a record since the run went on.
    let inputsWithRecords: Set<Int>
    /// The transitions, to be drained in order.
    package var transitions: TransitionSorter
}

extension TraceResult {
    /// The result of an engine that was given its fixes in order, each device's by time.
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
