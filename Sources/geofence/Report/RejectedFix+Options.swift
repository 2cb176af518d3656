internal import Geofencing

extension RejectedFix {
    /// The same, with words that name the options of the command. Those of a record that could not be read, and of a
    /// time that was misread, say more and stay.
    var namingOptions: RejectedFix {
        guard message == reason.message, let words = reason.wordsNamingOptions else { return self }
        var copy = self
        (copy.message, copy.recovery) = words
        return copy
    }
}

extension Rejection {
    /// What is wrong with a fix and what to do about it, where that depends on an option; `nil` otherwise.
    fileprivate var wordsNamingOptions: (message: String, recovery: String)? {
        switch self {
        case .nullIsland: (message, "Use --null-island use if the device was there.")
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
        case .late: (message, "Give a larger --max-lateness, or sort the input.")
        case .conflicting:
            (
                message,
                "No action needed: the most accurate fix is used; in a watch, the first one, unless --max-lateness makes it wait for others."
            )
        case .syntax, .truncated, .lineTooLong, .columnCount, .missingValue, .deviceID, .timestamp, .coordinate,
            .outOfRange, .duplicate:
            nil
        }
    }
}
