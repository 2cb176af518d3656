#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LocationFix {
    /// The charge of the battery in percent, rounded to the nearest and clamped to 0 ... 100; 0 if it is not finite.
    /// `hasValidBattery` says whether it is known.
    public var batteryPercentage: Int {
        batteryFraction.isFinite ? Int((min(max(batteryFraction, 0), 1) * 100).rounded()) : 0
    }

    /// The time in seconds since the fix was measured.
    public var age: TimeInterval { age(at: Date()) }

    /// Returns the time in seconds from the measurement to `moment`.
    public func age(at moment: Date) -> TimeInterval { moment.timeIntervalSince(timestamp) }

    /// Whether the horizontal accuracy is 0 or more.
    public var hasValidAccuracy: Bool { horizontalAccuracyMeters >= 0 }

    /// Whether there is an altitude with an accuracy of 0 or more.
    public var hasValidAltitude: Bool { altitudeMeters != nil && verticalAccuracyMeters >= 0 }

    /// Whether the speed is 0 or more.
    public var hasValidSpeed: Bool { speedMetersPerSecond >= 0 }

    /// Whether the course is 0 or more.
    public var hasValidCourse: Bool { courseDegrees >= 0 }

    /// Whether the charge of the battery is known.
    public var hasValidBattery: Bool { (0...1).contains(batteryFraction) }

    /// The grade of the horizontal accuracy; `nil` if it is not valid.
    public var accuracyGrade: AccuracyGrade? { AccuracyGrade(meters: horizontalAccuracyMeters) }

    /// The quality of a horizontal accuracy, in words for people.
    public enum AccuracyGrade: String, Sendable, Hashable, CaseIterable {
        /// Below 5 m.
        case excellent
        /// 5 m to below 10 m.
        case good
        /// 10 m to 50 m.
        case fair
        /// Above 50 m.
        case poor

        /// Creates the grade of an accuracy in meters; `nil` for a negative one.
        init?(meters: Double) {
            switch meters {
            case 0..<5: self = .excellent
            case 5..<10: self = .good
            case 10...50: self = .fair
            case 50...: self = .poor
            default: return nil
            }
        }
    }
}
