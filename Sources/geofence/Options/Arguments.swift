public import ArgumentParser
public import Geofencing
public import Logging

extension EngineKind: ExpressibleByArgument {}
extension TransitionPolicy: ExpressibleByArgument {
    public init?(argument: String) { self.init(name: argument) }
    public var defaultValueDescription: String { name }
    public static var allValueStrings: [String] { names }
}
extension FixOrder: ExpressibleByArgument {}
extension TransitionFormat: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}
