extension GeofenceError {
    /// Creates the error for a record that could not be decoded, with the path of the key: `coordinate.latitude is
    /// missing`, or `geofences[1]: ...`. Where the library has refused a value, the error is the library's own, with
    /// its code and advice.
    public init(_ error: DecodingError, at location: InputLocation? = nil) {
        if case .dataCorrupted(let context) = error, var refusal = context.underlyingError as? GeofenceError {
            if !context.codingPath.isEmpty { refusal.message = "\(Self.path(context.codingPath)): \(refusal.message)" }
            if let location { refusal.location = refusal.location?.completed(by: location) ?? location }
            self = refusal
            return
        }
        let message: String
        switch error {
        case .keyNotFound(let key, let context): message = "\(Self.path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): message = "\(Self.path(context.codingPath)) is null"
        case .typeMismatch(let type, let context):
            message = "\(Self.path(context.codingPath)) is not \(Self.name(of: type))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: message = "the record is not valid JSON"
        case .dataCorrupted(let context):
            message = "\(Self.path(context.codingPath)) cannot be used: \(context.debugDescription)"
        @unknown default: message = "the record cannot be decoded: \(error)"
        }
        self.init(
            .invalidRecord,
            message,
            at: location,
            recovery: "Write the record with the keys and types listed in docs/formats.md."
        )
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "the record" }
        return keys.reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is any BinaryFloatingPoint.Type: "a number"
        case is any BinaryInteger.Type: "an integer"
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        default: "an object"
        }
    }
}

extension DecodingError {
    /// Creates the error for a value at this path that the library refuses.
    init(_ refusal: GeofenceError, at path: [any CodingKey]) {
        self = .dataCorrupted(Context(codingPath: path, debugDescription: refusal.message, underlyingError: refusal))
    }
}
