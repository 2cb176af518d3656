/// Reads the single object of a policy file.
struct PolicyParser {
    /// The key that only policy files have; all others are also properties of a geofence.
    static let staleAfter = "stale_after_s"

    private static let keys = ["policy"] + TransitionPolicy.Threshold.allCases.map(\.rawValue) + [staleAfter]

    private var draft = FencePolicyDraft()
    private var staleAfter: Double?
    private var seen: Set<String> = []

    mutating func parse(_ scanner: inout ByteScanner) throws(FenceProblem) -> PolicySettings {
        scanner.skipWhitespace()
        let first = scanner.position
        guard scanner.skip(UInt8(ascii: "{")) else {
            throw FenceProblem(
                .invalidSyntax,
                "this is not a JSON object",
                at: first,
                recovery: "Give an object such as {\"policy\": \"balanced\", \"exit_fixes\": 3}."
            )
        }
        scanner.skipWhitespace()
        if !scanner.skip(UInt8(ascii: "}")) { try readMembers(&scanner) }
        scanner.skipWhitespace()
        guard scanner.isAtEnd else {
            throw .structure(
                "unexpected text after the object",
                at: scanner.position,
                recovery: "Keep one object in the file, with nothing after it."
            )
        }
        guard let policy = try draft.policy() else {
            throw FenceProblem(
                .invalidRecord,
                "the file names no policy",
                at: first,
                recovery: "Set \"policy\" to one of \(TransitionPolicy.names.joined(separator: ", "))."
            )
        }
        return PolicySettings(
            policy,
            dwell: draft.dwell,
            staleAfter: staleAfter.map(Duration.init(wholeMillisecondsIn:))
        )
    }

    private mutating func readMembers(_ scanner: inout ByteScanner) throws(FenceProblem) {
        repeat {
            scanner.skipWhitespace()
            let first = scanner.position
            let name = try scanner.jsonKey()
            let key = scanner.text(in: name)
            guard seen.insert(key).inserted else { throw .twice(key, at: first) }
            try readValue(of: key, at: first, &scanner)
            scanner.skipWhitespace()
        } while scanner.skip(UInt8(ascii: ","))
        guard scanner.skip(UInt8(ascii: "}")) else {
            throw .structure("a comma or a closing brace is missing", at: scanner.position)
        }
    }

    private mutating func readValue(
        of key: String,
        at offset: Int,
        _ scanner: inout ByteScanner
    ) throws(FenceProblem) {
        let first = scanner.position
        if key == "policy" {
            draft.name = try scanner.jsonText(key, accepting: .string).map { ($0, first) }
        } else if key == Self.staleAfter {
            staleAfter = try scanner.jsonNumber(key)
            if let refusal = staleAfter.flatMap({ TransitionPolicy.Threshold.dwell.refusal(of: $0, as: key) }) {
                throw FenceProblem(.invalidRecord, refusal.message, at: first, recovery: refusal.recovery)
            }
        } else if let threshold = TransitionPolicy.Threshold(rawValue: key) {
            draft.thresholds[threshold] = try scanner.jsonNumber(key).map { ($0, first) }
        } else {
            throw FenceProblem(
                .invalidRecord,
                "\"\(key.shortened)\" is not a key of a policy file",
                at: offset,
                recovery: "Use \(Self.keys.joined(separator: ", "))."
            )
        }
    }
}
