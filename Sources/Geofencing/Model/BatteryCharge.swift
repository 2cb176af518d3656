/// The charge of a device's battery as it came with a fix, in a byte.
///
/// Whole percents are kept as they are; what lies between two of them becomes the half, so that a charge is on the same side
/// of every threshold in whole percent as before.
package struct BatteryCharge: BitwiseCopyable, Sendable, Hashable {
    /// Twice the percentage, or 255.
    private let halfPercents: UInt8

    /// A charge that is not known.
    package static let unknown = BatteryCharge(percent: .nan)

    /// A charge in percent; unknown outside 0 ... 100.
    package init(percent: Double) {
        guard (0...100).contains(percent) else {
            halfPercents = .max
            return
        }
        let whole = percent.rounded(.down)
        halfPercents = 2 * UInt8(whole) + (percent > whole ? 1 : 0)
    }

    /// The charge, 0 ... 1; `nil` when unknown.
    package var fraction: Double? { halfPercents == .max ? nil : Double(halfPercents) / 200 }
}
