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
            transitions: transitions
        )
    }
}
