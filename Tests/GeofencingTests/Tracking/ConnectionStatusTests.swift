import Geofencing
import Testing

@Suite struct ConnectionStatusTests {
    @Test func `activation takes precedence over reachability`() {
        #expect(ConnectionStatus(isActivated: true, isReachable: true) == .connected)
        #expect(ConnectionStatus(isActivated: true, isReachable: false) == .disconnected)
        #expect(ConnectionStatus(isActivated: false, isReachable: false) == .connecting)
        #expect(ConnectionStatus(isActivated: false, isReachable: true) == .connecting)
    }

    @Test func `the messages have the documented texts`() {
        #expect(ConnectionStatus.connecting.message == "Connecting to Watch...")
        #expect(ConnectionStatus.disconnected.message == "Watch not reachable")
        #expect(ConnectionStatus.connected.message == "Connected")
    }

    @Test func `each state has its appearance`() {
        func look(_ status: ConnectionStatus) -> [String] {
            let look = status.appearance
            return [look.indicator, look.text, look.background].map(\.rawValue)
                + [look.pulses ? "pulses" : "still", look.showsRetry ? "retry" : "none"]
        }
        #expect(look(.connected) == ["green", "primary", "light gray", "still", "none"])
        #expect(look(.disconnected) == ["red", "red", "light red", "still", "retry"])
        #expect(look(.connecting) == ["orange", "secondary", "light orange", "pulses", "retry"])
    }
}
