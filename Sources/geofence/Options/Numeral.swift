internal import ArgumentParser
internal import Geofencing

/// A number as the value of an option, written as in files: no `+5`, `.5`, `0x10` or `nan`.
struct Numeral<Value: LosslessStringConvertible & Sendable>: ExpressibleByArgument, Sendable {
    let value: Value

    /// Parses a number; returns `nil` for anything else, and for a number that `Value` does not have, such as a
    /// fraction if it is an integer.
    init?(argument: String) {
        guard Double(parsing: argument.utf8) != nil, let value = Value(argument) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { value.description }
}

extension Numeral: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Value.IntegerLiteralType) { self.value = Value(integerLiteral: value) }
}
