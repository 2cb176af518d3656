/// How a tracked device is connected, and how that is shown.
///
/// The states, messages and looks are those of `ConnectionStatusView` and `PetLocationManager.connectionStatus` in the
/// pet tracker that this engine comes from.
public enum ConnectionStatus: String, Sendable, Hashable, CaseIterable {
    /// Nothing has been heard of the device yet.
    case connecting
    /// The device has been heard of, but not lately.
    case disconnected
    /// The device can be reached.
    case connected

    /// The state of a connection; one that is not activated is connecting, reachable or not.
    public init(isActivated: Bool, isReachable: Bool) {
        self = !isActivated ? .connecting : isReachable ? .connected : .disconnected
    }

    /// The state in words.
    public var message: String {
        switch self {
        case .connecting: "Connecting to Watch..."
        case .disconnected: "Watch not reachable"
        case .connected: "Connected"
        }
    }

    /// How the state looks.
    public var appearance: Appearance {
        switch self {
        case .connecting:
            Appearance(indicator: .orange, text: .secondary, background: .lightOrange, pulses: true, showsRetry: true)
        case .disconnected:
            Appearance(indicator: .red, text: .red, background: .lightRed, pulses: false, showsRetry: true)
        case .connected:
            Appearance(indicator: .green, text: .primary, background: .lightGray, pulses: false, showsRetry: false)
        }
    }

    /// A color by its name or its role.
    public enum Color: String, Sendable, Hashable {
        /// The indicator of a connected device.
        case green
        /// The indicator and the message of a disconnected device.
        case red
        /// The indicator of a connecting device.
        case orange
        /// What text has as a rule.
        case primary
        /// What text has that is less important.
        case secondary
        /// Behind a connected device.
        case lightGray = "light gray"
        /// Behind a disconnected device.
        case lightRed = "light red"
        /// Behind a connecting device.
        case lightOrange = "light orange"
    }

    /// How a state looks.
    public struct Appearance: Sendable, Hashable {
        /// The color of the indicator circle.
        public let indicator: Color
        /// The color of the message.
        public let text: Color
        /// The color behind both.
        public let background: Color
        /// Whether the indicator pulses.
        public let pulses: Bool
        /// Whether a button to try again is shown.
        public let showsRetry: Bool
    }
}
