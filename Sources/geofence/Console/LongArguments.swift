internal import Geofencing

/// Arguments of any length, which the parser repeats in its messages as they are.
enum LongArguments {
    /// Returns a message in which long arguments are cut, also those that an option is joined with by an equals sign.
    static func shortened(in message: String, arguments: [String]) -> String {
        var message = message
        for argument in arguments {
            for part in [argument[...]] + argument.split(separator: "=", maxSplits: 1) {
                let short = part.shortened
                if short != part { message = message.replacing(part, with: short) }
            }
        }
        return message
    }
}
