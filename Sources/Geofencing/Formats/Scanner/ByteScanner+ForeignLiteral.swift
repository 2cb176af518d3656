extension ByteScanner {
    /// Words that programs write as values although JSON does not have them; `jq` reads some of them.
    private static let foreignLiterals: Set = ["NaN", "Infinity", "None", "True", "False"]

    /// What to do about such a word.
    static let foreignLiteralRecovery = "Write a JSON value there: a number, true, false or null."

    /// What is wrong if such a word is at the position, where reading a value has stopped; `nil` if none is.
    var foreignLiteralMessage: String? {
        let letters = (position..<end).prefix(10).prefix { (self[$0] | 0x20) &- UInt8(ascii: "a") < 26 }
        let word = text(in: position..<(position + letters.count))
        return Self.foreignLiterals.contains(word) ? "JSON has no \(word)" : nil
    }
}
