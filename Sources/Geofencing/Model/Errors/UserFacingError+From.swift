#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension UserFacingError {
    /// Returns the error in the form to show to a person.
    ///
    /// Errors of this type and of the library are kept whole, also as the underlying error of a `DecodingError`; any
    /// other `DecodingError` becomes `locationDecodingFailed`.
    /// Any other error is classified by what its description contains, ignoring case, in this order: "permission
    /// denied"; "not supported" with "watchconnectivity"; "not activated" with "session"; "timeout". An error whose
    /// description contains none of these is `unknown`.
    public static func from(_ error: any Error) -> UserFacingError {
        switch error {
        case let error as UserFacingError: return error
        case let error as GeofenceError: return .geofence(error)
        case DecodingError.dataCorrupted(let context) where context.underlyingError is GeofenceError:
            return context.underlyingError.map(from) ?? .locationDecodingFailed
        case is DecodingError: return .locationDecodingFailed
        default: break
        }
        let description = (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
        let text = description.lowercased()
        if text.contains("permission denied") { return .locationPermissionDenied }
        if text.contains("not supported"), text.contains("watchconnectivity") { return .watchConnectivityNotSupported }
        if text.contains("not activated"), text.contains("session") { return .watchSessionNotActivated }
        if text.contains("timeout") { return .watchSessionActivationTimeout }
        return .unknown(description: description)
    }
}
