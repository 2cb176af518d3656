public import ArgumentParser
public import Geofencing

extension EngineKind: ExpressibleByArgument {}
extension FixOrder: ExpressibleByArgument {}
extension TransitionFormat: ExpressibleByArgument {}
