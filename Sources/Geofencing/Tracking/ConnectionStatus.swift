/// The state of a tracked device's connection, and how it is displayed.
///
/// The states, messages and appearances are those of `ConnectionStatusView` and `PetLocationManager.connectionStatus`
/// in the pet tracker from which this engine originates.
public enum ConnectionStatus: String, Sendable, Hashable, CaseIterable {
    /// Nothing has been received from the device yet.
    case connecting
    /// The device has been heard from, but not recently.
    case disconnected
    /// The device is reachable.
    case connected

    /// Creates the state of a connection; one that is not activated is connecting, reachable or not.
    public init(isActivated: Bool, isReachable: Bool) {
        self = !isActivated ? .connecting : isReachable ? .connected : .disconnected
    }

    /// The state in words, for display.
    public var message: String {
        switch self {
        case .connecting: "Connecting to Watch..."
        case .disconnected: "Watch not reachable"
        case .connected: "Connected"
        }
    }

    /// The appearance of the state.
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

    /// A color, identified by its name or its role.
    public enum Color: String, Sendable, Hashable {
        /// The indicator of a connected device.
        case green
        /// The indicator and the message of a disconnected device.
        case red
        /// The indicator of a connecting device.
        case orange
        /// The color of normal text.
        case primary
        /// The color of less important text.
        case secondary
        /// The background of a connected device.
        case lightGray = "light gray"
        /// The background of a disconnected device.
        case lightRed = "light red"
        /// The background of a connecting device.
        case lightOrange = "light orange"
    }

    /// The appearance of a state.
    public struct Appearance: Sendable, Hashable {
        /// The color of the indicator circle.
        public let indicator: Color
        /// The color of the message.
        public let text: Color
        /// The color behind both.
        public let background: Color
        /// Whether the indicator pulses.
        public let pulses: Bool
        /// Whether a retry button is shown.
        public let showsRetry: Bool
    }
}
