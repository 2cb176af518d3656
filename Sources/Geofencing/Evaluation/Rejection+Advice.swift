extension Rejection {
    /// Returns what is wrong with a fix that was read successfully, and what to do about it; `nil` for a record that
    /// could not be read.
    ///
    /// - Parameter time: The fix's time, in milliseconds since 1970.
    func advice(at time: Int64) -> (message: String, recovery: String)? {
        TimeDoubt(misreadOf: time, rejectedAs: self).map { ($0.message(at: time), $0.recovery) } ?? advice
    }

    /// The same for a fix of any time.
    var advice: (message: String, recovery: String)? {
        switch self {
        case .nullIsland:
            ("the fix is at latitude 0, longitude 0", "Use --null-island use if the device was there.")
        case .future:
            ("the fix is later than --latest, or from a clock that was never set", "Check the device's clock.")
        case .tooOld:
            ("the fix is earlier than --earliest, or from a clock that was never set", "Check the device's clock.")
        case .impossibleSpeed:
            (
                "the device would have moved faster than --reject-speed",
                "Give a higher speed if the device can go that fast."
            )
        case .inaccurate: ("the fix is less accurate than --reject-accuracy", "Give a larger accuracy to use the fix.")
        case .late: ("the fix is older than the device's last one", "Give a larger --max-lateness, or sort the input.")
        case .conflicting:
            (
                "the device has another fix at the same time, in another place",
                "No action needed: the most accurate fix is used; in a watch, the first one, unless --max-lateness makes it wait for others."
            )
        case .duplicate: ("the fix was seen before", "No action needed: a repeat changes nothing.")
        case .syntax, .truncated, .lineTooLong, .columnCount, .missingValue, .deviceID, .timestamp, .coordinate,
            .outOfRange:
            nil
        }
    }
}
