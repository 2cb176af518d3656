public import ArgumentParser
public import Geofencing
public import GeofencingStore
public import Logging

extension AuthorizationStatus: ExpressibleByArgument {}
extension EngineKind: ExpressibleByArgument {}

extension FixOrder: ExpressibleByArgument {}
extension EventLogFormat: ExpressibleByArgument {}

extension Timestamp: ExpressibleByArgument {
    /// Parses a time as in a trace; returns `nil` for four digits too, which are meant as a year and not as a number of
    /// seconds.
    public init?(argument: String) {
        if argument.wholeMatch(of: /[0-9]{4}/) != nil { return nil }
        self.init(parsing: argument)
    }

    /// Throws if a period ends before it begins.
    static func check(from: Timestamp?, to: Timestamp?) throws {
        if let from, let to, to < from { throw ValidationError("--to must not be before --from.") }
    }
}

extension TransitionFormat: ExpressibleByArgument {}

extension UTCOffset: ExpressibleByArgument {
    /// Parses an offset as in a time.
    public init?(argument: String) { self.init(argument) }
}
extension Logger.Level: @retroactive ExpressibleByArgument {}
