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

extension CompactFix {
    /// The fix with its device's name.
    package func fix(in registry: DeviceRegistry) -> Fix {
        Fix(
            device: registry.device(in: device),
            time: Timestamp(unixMilliseconds: time),
            coordinate: coordinate,
            horizontalAccuracy: horizontalAccuracy.isFinite ? .meters(Double(horizontalAccuracy)) : nil,
            sequence: sequence == Self.noSequence ? nil : sequence
        )
    }
}
