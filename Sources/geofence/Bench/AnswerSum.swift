/// A checksum of answers on which two engines must agree, independent of the order of the answers.
struct AnswerSum: Equatable {
    private(set) var pairs = 0
    /// Below 2^53, so that every JSON reader can represent it.
    private(set) var checksum = 0

    mutating func add(_ question: Int, _ answer: Int) {
        pairs += 1
        let mixed = UInt64(truncatingIfNeeded: question &* 7919 &+ answer &* 104_729)
        checksum = (checksum + Int(mixed % 1_000_003)) & (1 << 53 - 1)
    }

    /// Adds a textual answer.
    mutating func add(_ question: Int, _ answer: String) {
        add(question, answer.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1_000_003 })
    }
}
