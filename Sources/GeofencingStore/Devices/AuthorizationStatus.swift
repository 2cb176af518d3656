/// Whether a device may be located, as the device reports it. The raw value is the one on the wire.
///
/// The cases are in order from the least permissive to the most permissive.
public enum AuthorizationStatus: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The device does not allow itself to be located.
    case denied
    /// A policy of the device forbids it.
    case restricted
    /// Nobody has decided yet.
    case notDetermined = "not_determined"
    /// The device may be located while its app is in use: too little for geofences.
    case authorizedWhenInUse = "authorized_when_in_use"
    /// The device may be located at all times.
    case authorizedAlways = "authorized_always"

    /// Compares statuses by how much they allow.
    public static func < (lhs: AuthorizationStatus, rhs: AuthorizationStatus) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
