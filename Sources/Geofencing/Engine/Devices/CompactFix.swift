/// A fix as the engine handles it internally: everything a decision needs, without references.
package struct CompactFix: BitwiseCopyable, Sendable {
    /// Stands for a missing sequence number, and sorts before all others.
    static let noSequence = Int64.min

    package var latitude: Double
    /// Degrees in -180 ... 180.
    package var longitude: Double
    /// Milliseconds since 1970.
    package var time: Int64
    package var sequence: Int64
    /// Meters; NaN when unknown.
    package var horizontalAccuracy: Float
    /// The device's slot in its `DeviceRegistry`.
    package var device: UInt32
    /// The line it came from, counted from the start of what `input` numbers: from 0 within a chunk, from 1 within a
    /// file.
    package var line: UInt32
    /// The source it came from, as numbered by whoever reads it: an input, a chunk or a piece.
    package var input: UInt32 = 0

    package init(
        latitude: Double,
        longitude: Double,
        time: Int64,
        sequence: Int64 = noSequence,
        horizontalAccuracy: Float = .nan,
        device: UInt32,
        line: UInt32 = 0
    ) {
        // Adding 0 removes a negative zero, which a store does not keep.
        self.latitude = latitude + 0
        self.longitude = longitude + 0
        self.time = time
        self.sequence = sequence
        self.horizontalAccuracy = horizontalAccuracy
        self.device = device
        self.line = line
    }

    package var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

    /// Whether its accuracy is known: 0, negative and NaN are not.
    var hasAccuracy: Bool { horizontalAccuracy > 0 }

    /// Whether it is exactly at latitude 0, longitude 0.
    var isAtNullIsland: Bool { latitude == 0 && longitude == 0 }
}
