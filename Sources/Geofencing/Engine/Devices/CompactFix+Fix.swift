extension CompactFix {
    /// A fix of the device with this slot.
    init(_ fix: borrowing Fix, device: UInt32) {
        self.init(
            latitude: fix.coordinate.latitude,
            longitude: fix.coordinate.longitude,
            time: fix.time.unixMilliseconds,
            sequence: fix.sequence ?? Self.noSequence,
            horizontalAccuracy: fix.horizontalAccuracy.map { RawFix.accuracy(meters: $0.meters) } ?? .nan,
            device: device
        )
    }

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
