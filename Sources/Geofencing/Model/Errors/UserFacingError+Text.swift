#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension UserFacingError: LocalizedError {
    /// The title, in a few words.
    public var errorDescription: String? {
        switch self {
        case .locationPermissionDenied: "Location Access Denied"
        case .locationServicesDisabled: "Location Services Off"
        case .poorGPSAccuracy: "Poor GPS Signal"
        case .locationUpdateFailed: "No Location Updates"
        case .watchConnectivityNotSupported: "Device Not Supported"
        case .watchSessionNotActivated: "Session Not Started"
        case .watchSessionActivationTimeout: "Session Timed Out"
        case .watchNotReachable: "Watch Not Connected"
        case .messageSendFailed: "Message Not Sent"
        case .locationDecodingFailed: "Unreadable Location"
        case .noLocationData: "No Location Yet"
        case .staleLocationData: "Old Location"
        case .unknown: "Unexpected Error"
        case .geofence(let error): error.code.title
        }
    }

    /// Why it happened, as a sentence; for an error of the library, also where.
    public var failureReason: String? {
        switch self {
        case .locationPermissionDenied: "The tracked device denies access to its location."
        case .locationServicesDisabled: "Location services are turned off on the tracked device."
        case .poorGPSAccuracy: "The fixes are too inaccurate to tell inside from outside."
        case .locationUpdateFailed(let reason): "Fixes stopped arriving: \(reason)"
        case .watchConnectivityNotSupported: "This system does not support this kind of connection to a tracked device."
        case .watchSessionNotActivated: "Fixes cannot be sent before the session with the tracked device has started."
        case .watchSessionActivationTimeout: "The session with the tracked device did not start in time."
        case .watchNotReachable: "The tracked device does not respond; it may be off or out of range."
        case .messageSendFailed(let reason): "A message to the tracked device could not be delivered: \(reason)"
        case .locationDecodingFailed: "The tracked device sent something that is not a fix in the wire format."
        case .noLocationData: "The tracked device has not sent a fix yet."
        case .staleLocationData(let age):
            Self.duration(age).map { "The last fix is \($0) old." } ?? "The age of the last fix is unknown."
        case .unknown(let description): description
        case .geofence(let error): error.location.map { "\($0): \(error.message)" } ?? error.message
        }
    }

    /// What to do about it, as a sentence.
    public var recoverySuggestion: String? {
        switch self {
        case .locationPermissionDenied: "In the device's privacy settings, allow the tracking app to use the location."
        case .locationServicesDisabled: "Turn on location services in the device's settings."
        case .poorGPSAccuracy: "Move the device to where it has a clear view of the sky, away from walls and roofs."
        case .locationUpdateFailed: "Try again; if that does not help, restart tracking on the device."
        case .watchConnectivityNotSupported: "Send the fixes over the network, or read them from a file."
        case .watchSessionNotActivated: "Try again in a moment, once the session has started."
        case .watchSessionActivationTimeout: "Check the network connection to the device, then try again."
        case .watchNotReachable: "Check that the device is on, charged and within reach of a network, then try again."
        case .messageSendFailed: "Check the connection and try again; fixes that are waiting are kept."
        case .locationDecodingFailed: "Check that the device sends the wire format of docs/formats.md, then try again."
        case .noLocationData: "Wait for the first fix; under open sky it takes less than a minute."
        case .staleLocationData: "Check that the device is on and connected, and wait for its next fix."
        case .unknown: "Try again; the log may show what went wrong."
        case .geofence(let error): error.recoverySuggestion
        }
    }

    /// Returns a duration in whole seconds, minutes or hours; `nil` for a number that is not one.
    private static func duration(_ seconds: Double) -> String? {
        guard seconds.isFinite, seconds < 1e15 else { return nil }
        switch seconds {
        case ..<120: return "\(Int(max(0, seconds))) s"
        case ..<7200: return "\(Int(seconds / 60)) min"
        default: return "\(Int(seconds / 3600)) h"
        }
    }
}

extension GeofenceError.Code {
    /// The title shown to people.
    fileprivate var title: String {
        switch self {
        case .invalidCoordinate: "Invalid Coordinate"
        case .invalidRadius: "Invalid Radius"
        case .invalidPolygon: "Invalid Polygon"
        case .invalidIdentifier: "Invalid Identifier"
        case .invalidRules: "Invalid Rules"
        case .duplicateIdentifier: "Duplicate Identifier"
        case .unknownGeofence: "Unknown Geofence"
        case .unknownDevice: "Unknown Device"
        case .invalidSyntax: "Malformed Input"
        case .unknownFormat: "Unsupported Format"
        case .invalidHeader: "Unusable Header"
        case .invalidRecord: "Unusable Record"
        case .unreadableInput: "Unreadable Input"
        case .inputOutput: "Read or Write Failed"
        case .storeBusy: "Store Busy"
        case .storeReentry: "Reentrant Store Call"
        case .invalidStore: "Unusable Store"
        case .storeVersion: "Store From a Newer Version"
        case .invalidState: "Unusable State"
        case .stateMismatch: "State Does Not Match"
        case .geometryEngine: "Geometry Error"
        default: rawValue
        }
    }
}
