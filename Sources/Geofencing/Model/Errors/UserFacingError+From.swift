#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension UserFacingError {
    /// The error as a person is told of it.
    ///
    /// One of this type or of the library is kept whole and a `DecodingError` is `locationDecodingFailed`. Any other is known by
    /// what its description has in it, in whatever case: "permission denied"; "not supported" with "watchconnectivity"; "not
    /// activated" with "session"; "timeout"; in this order. What has none of them is `unknown`.
    public static func from(_ error: any Error) -> UserFacingError {
        switch error {
        case let error as UserFacingError: return error
        case let error as GeofenceError: return .geofence(error)
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
