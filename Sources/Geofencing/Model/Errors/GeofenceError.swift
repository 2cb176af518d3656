/// An error that the caller can act on: what went wrong, where, and what to do next.
///
/// Its `description` says all of this, for logs. Foundation's `localizedDescription` does not;
/// `UserFacingError.from(_:)` has the texts for a screen. This type does not conform to `LocalizedError`: its optional
/// `recoverySuggestion`, which would be `nil`, would be chosen wherever an optional is expected.
public struct GeofenceError: Error, Sendable, Hashable {
    /// The kind of an error; new kinds may be added without breaking a caller.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable name of the code.
        public let rawValue: String

        /// Creates the code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The stable name of the code.
        public var description: String { rawValue }

        /// A latitude or longitude that is not finite or out of range.
        public static let invalidCoordinate = Code(rawValue: "invalid_coordinate")
        /// A radius that is not finite, not positive, or larger than half the Earth's circumference.
        public static let invalidRadius = Code(rawValue: "invalid_radius")
        /// A ring or polygon that encloses no well-defined area.
        public static let invalidPolygon = Code(rawValue: "invalid_polygon")
        /// A geofence without a usable identifier.
        public static let invalidIdentifier = Code(rawValue: "invalid_identifier")
        /// Two geofences with the same identifier.
        public static let duplicateIdentifier = Code(rawValue: "duplicate_identifier")
        /// A threshold of a policy or another value of the event rules that is out of range.
        public static let invalidRules = Code(rawValue: "invalid_rules")
        /// An identifier that names no geofence of the engine, file or store.
        public static let unknownGeofence = Code(rawValue: "unknown_geofence")
        /// A device that has no fix in an input, or nothing at all in a store.
        public static let unknownDevice = Code(rawValue: "unknown_device")
        /// Input that does not follow its format's grammar.
        public static let invalidSyntax = Code(rawValue: "invalid_syntax")
        /// Input whose format cannot be detected or is not supported.
        public static let unknownFormat = Code(rawValue: "unknown_format")
        /// A table that lacks a required column or has two columns of the same meaning.
        public static let invalidHeader = Code(rawValue: "invalid_header")
        /// A record that cannot be used: of geofences or visits, of a trace where the caller asked to stop at the first
        /// such record, or a value of a policy file that is out of range.
        public static let invalidRecord = Code(rawValue: "invalid_record")
        /// An input that does not exist, is a directory or may not be read, or a standard stream that is closed.
        public static let unreadableInput = Code(rawValue: "unreadable_input")
        /// A read or write that failed, or an output that cannot be created.
        public static let inputOutput = Code(rawValue: "input_output")
        /// A store that others have been writing to for too long, whose watch or import of the same name is running, or
        /// that was changed while it was being read or evaluated.
        public static let storeBusy = Code(rawValue: "store_busy")
        /// A call to a store from the code to which another call to the same store passes its results.
        public static let storeReentry = Code(rawValue: "store_reentry")
        /// A file that is not a store, or a damaged store.
        public static let invalidStore = Code(rawValue: "invalid_store")
        /// A store written by a newer version.
        public static let storeVersion = Code(rawValue: "store_version")
        /// Bytes that are not an engine's state or a checkpoint, are damaged, or were written by a version with another
        /// format.
        public static let invalidState = Code(rawValue: "invalid_state")
        /// A state, checkpoint, output or event of a store that belongs to other geofences, rules or inputs.
        public static let stateMismatch = Code(rawValue: "state_mismatch")
        /// The geometry library refused a geometry or failed.
        public static let geometryEngine = Code(rawValue: "geometry_engine")
    }

    /// The kind of the error.
    public var code: Code

    /// What went wrong, as one sentence without a final period.
    public var message: String

    /// Where in the input it went wrong; `nil` if not known.
    public var location: InputLocation?

    /// What to do next, as one sentence.
    public var recoverySuggestion: String

    /// Creates an error.
    public init(_ code: Code, _ message: String, at location: InputLocation? = nil, recovery: String) {
        self.code = code
        self.message = message
        self.location = location
        self.recoverySuggestion = recovery
    }
}

extension GeofenceError: CustomStringConvertible {
    /// `location: error: message [code]`, then the recovery suggestion on its own line.
    public var description: String {
        let place = location.map { "\($0): " } ?? ""
        return "\(place)error: \(message) [\(code)]\n  hint: \(recoverySuggestion)"
    }
}
