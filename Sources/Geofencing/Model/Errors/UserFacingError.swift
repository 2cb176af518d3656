/// An error in the form in which it is shown to a person: a title, the reason, what to do, how severe it is, and
/// whether to try again.
///
/// `from(_:)` creates one from any error. The cases are those of the tracking apps; `geofence` carries the errors of
/// this library with all their details.
public enum UserFacingError: Error, Sendable, Hashable {
    // Location

    /// The device denies access to its location. Critical: a setting must change.
    case locationPermissionDenied
    /// Location services are off on the device. Critical: a setting must change.
    case locationServicesDisabled
    /// Fixes are not accurate enough to track with. Info: only a better position helps.
    case poorGPSAccuracy
    /// Fixes stopped coming for another reason. Error, worth another try.
    case locationUpdateFailed(underlyingError: String)

    // Connection to the device that is tracked

    /// The device cannot be connected to at all. Critical.
    case watchConnectivityNotSupported
    /// The session has not begun. Warning, worth another try.
    case watchSessionNotActivated
    /// The session did not begin in time. Warning, worth another try.
    case watchSessionActivationTimeout
    /// The device does not answer. Warning, worth another try.
    case watchNotReachable
    /// A message did not get through. Error, worth another try.
    case messageSendFailed(underlyingError: String)
    /// A message arrived that is not a fix. Error, worth another try.
    case locationDecodingFailed

    // Data

    /// There is no fix yet. Info, worth another try.
    case noLocationData
    /// The last fix is `age` seconds old. Info, worth another try.
    case staleLocationData(age: Double)
    /// Any other error. Error, worth another try.
    case unknown(description: String)

    /// An error of this library.
    case geofence(GeofenceError)
}

extension UserFacingError {
    /// The severity of an error, for its presentation.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Informational; nothing is blocked.
        case info
        /// Something is blocked but may resolve itself.
        case warning
        /// Something failed; another try may be needed.
        case error
        /// Nothing works until someone takes action.
        case critical
    }

    /// The severity of the error.
    public var severity: Severity {
        switch self {
        case .poorGPSAccuracy, .noLocationData, .staleLocationData: .info
        case .watchSessionNotActivated, .watchSessionActivationTimeout, .watchNotReachable: .warning
        case .locationUpdateFailed, .messageSendFailed, .locationDecodingFailed, .unknown: .error
        case .locationPermissionDenied, .locationServicesDisabled, .watchConnectivityNotSupported: .critical
        case .geofence(let error): error.code == .geometryEngine ? .critical : .error
        }
    }

    /// Whether trying again may help without any other change.
    ///
    /// `false` where a setting, the hardware, the position or the data must change first. Of the library's errors, only
    /// a read or write that failed half-way and a busy store may succeed the next time.
    public var isRetryable: Bool {
        switch self {
        case .locationPermissionDenied, .locationServicesDisabled, .watchConnectivityNotSupported, .poorGPSAccuracy:
            false
        case .geofence(let error): error.code == .inputOutput || error.code == .storeBusy
        default: true
        }
    }
}
