public import ArgumentParser
public import Geofencing
public import GeofencingStore
public import Logging

extension AuthorizationStatus: ExpressibleByArgument {}
extension EngineKind: ExpressibleByArgument {}

extension FixOrder: ExpressibleByArgument {}
extension EventLogFormat: ExpressibleByArgument {}

extension Timestamp: ExpressibleByArgument {
    /// The time that a text gives as a trace would; `nil` for four digits too, by which a year is meant and not its number of
    /// seconds.
    public init?(argument: String) {
        if argument.wholeMatch(of: /[0-9]{4}/) != nil { return nil }
        self.init(parsing: argument)
    }

    /// Refuses a time that ends before it begins.
    static func check(from: Timestamp?, to: Timestamp?) throws {
        if let from, let to, to < from { throw ValidationError("--to must not be before --from.") }
    }
}

extension TransitionFormat: ExpressibleByArgument {}

extension UTCOffset: ExpressibleByArgument {
    /// The offset that a text gives as a time would.
    public init?(argument: String) { self.init(argument) }
}
extension Logger.Level: @retroactive ExpressibleByArgument {}
