public import ArgumentParser
public import Geofencing
public import GeofencingStore
public import Logging

extension AuthorizationStatus: ExpressibleByArgument {}
extension EngineKind: ExpressibleByArgument {}
extension FixOrder: ExpressibleByArgument {}
extension TransitionFormat: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}
