public import ArgumentParser
public import Geofencing
public import Logging

extension EngineKind: ExpressibleByArgument {}
extension FixOrder: ExpressibleByArgument {}
extension EventLogFormat: ExpressibleByArgument {}
extension TransitionFormat: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}
