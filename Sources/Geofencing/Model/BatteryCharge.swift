/// The charge of a device's battery as reported with a fix, stored in one byte.
///
/// Whole percentages are stored exactly, and any value between two of them becomes the half between, so that the charge
/// stays on the same side of every threshold given in whole percent.
struct BatteryCharge: BitwiseCopyable, Sendable, Hashable {
    /// Twice the percentage, or 255.
    private let halfPercents: UInt8

    /// An unknown charge.
    static let unknown = BatteryCharge(percent: .nan)

    /// Creates a charge from a percentage; unknown outside 0 ... 100.
    init(percent: Double) {
        guard (0...100).contains(percent) else {
            halfPercents = .max
            return
        }
        let whole = percent.rounded(.down)
        halfPercents = 2 * UInt8(whole) + (percent > whole ? 1 : 0)
    }

    /// The charge as a fraction, 0 ... 1; `nil` when unknown.
    var fraction: Double? { halfPercents == .max ? nil : Double(halfPercents) / 200 }
}
