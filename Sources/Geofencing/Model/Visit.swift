/// A device's stay in a geofence: an ENTER and the EXIT after it.
///
/// A `VisitLedger` builds visits from transitions. `json()` returns a visit's line in the wire format; encoding it as
/// part of something larger uses the same keys. Its `description` is one line for people.
public struct Visit: Sendable, Hashable, Identifiable {
    /// The ENTER.
    public var enter: Transition
    /// The EXIT; `nil` while the device is inside.
    public var exit: Transition?

    /// Creates a visit.
    ///
    /// - Parameters:
    ///   - enter: The ENTER.
    ///   - exit: The EXIT after it, of the same device and geofence; `nil` while the device is inside.
    public init(enter: Transition, exit: Transition? = nil) {
        self.enter = enter
        self.exit = exit
    }

    /// The identifier of the visit's ENTER, the same in every run over the same data: the wire's `visit_id`.
    public var id: EventID { enter.id }
    /// The device that was inside.
    public var device: DeviceID { enter.device }
    /// The geofence that the device was in.
    public var geofence: Geofence.ID { enter.geofence }
    /// The time at which the device entered.
    public var entered: Timestamp { enter.time }
    /// The time at which the device left; `nil` while it is inside.
    @inline(never)
    public var exited: Timestamp? {
        // Not inlined: the Swift 6.3 compiler crashes on `visits.filter { $0.exited.map { $0 >= limit } ?? true }` in
        // another module.
        exit?.time
    }

    /// The length of the stay; `nil` while the device is inside.
    public var dwell: Duration? { exited.map { $0 - entered } }
}

extension Visit: CustomStringConvertible {
    /// The visit on one line for people: `truck-7 depot from 2026-01-01T00:00:57.390Z to 2026-01-01T00:02:02.319Z,
    /// 64.929 s`, or `truck-7 depot since 2026-01-01T00:00:57.390Z` while the device is inside.
    ///
    /// For programs, use `json()`.
    public var description: String {
        guard let exited else { return "\(device) \(geofence) since \(entered.iso8601)" }
        return "\(device) \(geofence) from \(entered.iso8601) to \(exited.iso8601), \(exited.seconds(since: entered)) s"
    }
}
