extension CompactFix {
    /// Creates a compact fix of the device with this slot.
    init(_ fix: borrowing Fix, device: UInt32) {
        self.init(
            latitude: fix.coordinate.latitude,
            longitude: fix.coordinate.longitude,
            time: fix.time.unixMilliseconds,
            sequence: fix.sequence ?? Self.noSequence,
            horizontalAccuracy: fix.horizontalAccuracy.map { Self.accuracy(meters: $0.meters) } ?? .nan,
            device: device
        )
    }

    /// Converts an accuracy to the engine's form: missing, zero and negative values become unknown.
    @inline(__always)
    static func accuracy(meters: Double) -> Float {
        let value = Float(meters)
        return value > 0 && value < .infinity ? value : .nan
    }

    /// The horizontal accuracy with the digits it was given with; `nil` when unknown.
    var accuracy: Distance? { horizontalAccuracy.isFinite ? .meters(horizontalAccuracy.decimal) : nil }

    /// Returns the fix with its device's name.
    package func fix(in registry: DeviceRegistry) -> Fix { fix(of: registry.device(in: device)) }

    /// Returns the fix with the given name for its device.
    package func fix(of device: DeviceID) -> Fix {
        Fix(
            device: device,
            time: Timestamp(unixMilliseconds: time),
            coordinate: coordinate,
            horizontalAccuracy: accuracy,
            sequence: sequence == Self.noSequence ? nil : sequence
        )
    }
}

extension Float {
    /// The double with the decimal digits of the Float, up to four decimals, rather than the double that is exactly
    /// equal to it: 6.3, not 6.300000190734863.
    var decimal: Double {
        let decimal = (Double(self) * 1e4).rounded() / 1e4
        return Float(decimal) == self ? decimal : Double(self)
    }
}
