/// A JSON file that has a policy with its thresholds, and what of the rules of events goes with it.
///
/// `docs/formats.md` has the keys. What is written reads back as the same settings.
public struct PolicyFile: Sendable {
    /// Where it is.
    public let path: String

    /// Names a file; it is opened when it is read or written.
    public init(path: String) { self.path = path }

    /// Reads the file.
    ///
    /// - Throws: `unreadableInput`; `invalidSyntax` and `invalidRecord` with line, column and key for what is no JSON, for a key
    ///   that is not known or comes twice, and for a value of the wrong type or out of its range.
    public func read() throws(GeofenceError) -> PolicySettings {
        let source = try JSONSource(InputFile(path: path))
        do throws(JSONSourceError) {
            return try source.unit { scanner throws(FenceProblem) in
                var parser = PolicyParser()
                return try parser.parse(&scanner)
            }
        } catch {
            throw source.error(error)
        }
    }

    /// Writes the settings: the policy's name and what is not standard, one key a line. A file that is there is replaced.
    ///
    /// - Throws: `invalidRecord` for a threshold beyond the range that files have; `inputOutput`.
    public func write(_ settings: PolicySettings) throws(GeofenceError) {
        var members: [(key: String, value: Double)] = []
        for (threshold, value) in settings.policy.adjustments {
            try check(threshold.refusal(of: value))
            members.append((threshold.rawValue, value))
        }
        for (key, duration) in [
            (FencePolicyDraft.Threshold.dwell.rawValue, settings.dwell), (PolicyParser.staleAfter, settings.staleAfter),
        ] {
            guard let seconds = duration?.writtenSeconds else { continue }
            try check(FencePolicyDraft.Threshold.dwell.refusal(of: seconds, as: key))
            members.append((key, seconds))
        }
        let output = try OutputFile(path: path)
        output.buffer.append(contentsOf: "{\n  \"policy\": \"\(settings.policy.name)\"".utf8)
        for (key, value) in members {
            output.buffer.append(contentsOf: ",\n  \"\(key)\": ".utf8)
            output.buffer.append(shortest: value)
        }
        output.buffer.append(contentsOf: "\n}\n".utf8)
        try output.commit()
    }

    private func check(_ refusal: (message: String, recovery: String)?) throws(GeofenceError) {
        guard let refusal else { return }
        throw GeofenceError(
            .invalidRecord,
            refusal.message,
            at: InputLocation(file: path),
            recovery: refusal.recovery
        )
    }
}

/// What a policy file has: a policy, and what of the rules of events is compared along with it.
public struct PolicySettings: Sendable, Hashable {
    /// The policy with its thresholds.
    public var policy: TransitionPolicy

    /// How long a visit must last for a DWELL; `nil` for what the reader of the file says otherwise.
    public var dwell: Duration?

    /// After how long without a fix visits are closed; `nil` for what the reader of the file says otherwise.
    public var staleAfter: Duration?

    /// Creates settings.
    public init(_ policy: TransitionPolicy = .balanced(), dwell: Duration? = nil, staleAfter: Duration? = nil) {
        self.policy = policy
        self.dwell = dwell
        self.staleAfter = staleAfter
    }
}
