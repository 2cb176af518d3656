/// A problem found while reading a geofence.
struct FenceProblem: Error {
    var code: GeofenceError.Code
    var message: String
    var recovery: String
    /// The offset in the scanner's text.
    var offset: Int
    var ring: Int?
    var vertex: Int?
    /// Whether the text is broken, so that the end of the geofence is unknown.
    var isStructural = false

    /// How to leave out a geofence that cannot be used, for recovery suggestions.
    static let skippingAdvice =
        "to leave it out, run a command such as `geofence evaluate --skip-invalid`, or call `GeofenceFile.readValid()` in code."

    init(
        _ code: GeofenceError.Code,
        _ message: String,
        at offset: Int,
        ring: Int? = nil,
        vertex: Int? = nil,
        recovery: String
    ) {
        self.code = code
        self.message = message
        self.recovery = recovery
        self.offset = offset
        self.ring = ring
        self.vertex = vertex
    }

    /// Returns a problem for text at `offset` that does not follow the grammar of JSON.
    ///
    /// - Parameter recovery: What to do, if more is known than the position.
    static func structure(
        _ message: String,
        at offset: Int,
        recovery: String = "Check the brackets, quotes and commas there; `jq . FILE` also reports the position."
    ) -> FenceProblem {
        var problem = FenceProblem(.invalidSyntax, message, at: offset, recovery: recovery)
        problem.isStructural = true
        return problem
    }

    /// Returns a problem for a value of `key` that has the wrong type.
    static func wrongType(_ key: String, _ expected: String, at offset: Int) -> FenceProblem {
        FenceProblem(.invalidSyntax, "\"\(key)\" is not \(expected)", at: offset, recovery: "Give \(expected) there.")
    }

    /// Returns a problem for a key at `offset` that occurred before in the same object.
    static func twice(_ key: String, at offset: Int) -> FenceProblem {
        FenceProblem(.invalidSyntax, "\"\(key)\" occurs twice", at: offset, recovery: "Remove one of them.")
    }

    /// Returns the error to report for the problem; its ring and vertex are added to the location.
    func error(at location: InputLocation) -> GeofenceError {
        var location = location
        location.ring = ring
        location.vertex = vertex
        return GeofenceError(code, message, at: location, recovery: recovery)
    }

    /// Creates a problem from an error of an initializer that does not know where its values come from.
    init(_ error: GeofenceError, at offset: Int, firstRing: Int = 0) {
        self.init(
            error.code,
            error.message,
            at: offset,
            ring: error.location?.ring.map { $0 + firstRing },
            vertex: error.location?.vertex,
            recovery: error.recoverySuggestion
        )
    }
}
