/// A transition on its way out of the engine, with numbers in place of names.
package struct TransitionRecord: BitwiseCopyable, Sendable {
    package var time: Int64
    package var decidedTime: Int64
    package var latitude: Double
    package var longitude: Double
    /// The device's slot in the engine's registry.
    package var device: UInt32
    /// The geofence's handle in the engine.
    package var fence: UInt32
    package var kind: Transition.Kind
    package var cause: Transition.Cause
}

extension TransitionRecord {
    /// A transition that the device's last fix decides and happened at.
    init(_ kind: Transition.Kind, cause: Transition.Cause, fence: UInt32, device: UInt32, _ state: DeviceState) {
        self.init(
            time: state.time,
            decidedTime: state.time,
            latitude: state.latitude,
            longitude: state.longitude,
            device: device,
            fence: fence,
            kind: kind,
            cause: cause
        )
    }
}

extension Transition.Kind: BitwiseCopyable {}
extension Transition.Cause: BitwiseCopyable {}
