extension PolicySettings {
    /// The name in errors of a policy that is not in a file.
    private static let name = "policy"

    /// Reads a policy from JSON; `docs/formats.md` lists the keys.
    ///
    /// - Throws: `invalidSyntax` and `invalidRecord` with line, column and key for anything that is not JSON, for an
    ///   unknown or repeated key, and for a value of the wrong type or out of range.
    public init(json: String) throws(GeofenceError) { try self.init(.memory(Array(json.utf8), name: Self.name)) }

    init(_ source: InputSource) throws(GeofenceError) {
        let source = try JSONSource(InputFile(source))
        do throws(JSONSourceError) {
            self = try source.retrying { scanner throws(FenceProblem) in
                var parser = PolicyParser()
                return try parser.parse(&scanner)
            }
        } catch {
            throw source.error(error)
        }
    }

    /// Returns the settings as JSON that reads back unchanged: the name of the policy and the non-default values, one
    /// key per line.
    ///
    /// - Throws: `invalidRecord` for a threshold outside the range of policy files.
    public func json() throws(GeofenceError) -> String { String(decoding: try json(for: Self.name), as: UTF8.self) }

    /// - Parameter file: The destination, for errors.
    func json(for file: String) throws(GeofenceError) -> [UInt8] {
        func check(_ refusal: (message: String, recovery: String)?) throws(GeofenceError) {
            guard let refusal else { return }
            throw GeofenceError(
                .invalidRecord,
                refusal.message,
                at: InputLocation(file: file),
                recovery: refusal.recovery
            )
        }
        var members: [(key: String, value: Double)] = []
        for (threshold, value) in policy.adjustments {
            try check(threshold.refusal(of: value))
            members.append((threshold.rawValue, value))
        }
        for (key, duration) in [
            (TransitionPolicy.Threshold.dwell.rawValue, dwell), (PolicyParser.staleAfter, staleAfter),
        ] {
            guard let seconds = duration?.writtenSeconds else { continue }
            try check(TransitionPolicy.Threshold.dwell.refusal(of: seconds, as: key))
            members.append((key, seconds))
        }
        var text = Array("{\n  \"policy\": \"\(policy.name)\"".utf8)
        for (key, value) in members {
            text.append(contentsOf: ",\n  \"\(key)\": ".utf8)
            text.append(shortest: value)
        }
        text.append(contentsOf: "\n}\n".utf8)
        return text
    }
}
