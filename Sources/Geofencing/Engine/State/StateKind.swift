/// A kind of sealed bytes.
struct StateKind: Sendable {
    /// Eight letters at the beginning.
    let mark: String
    /// The version that is written, and the only one that can be read.
    let version: UInt16
    /// The display name.
    let name: String
    /// The indefinite article of the name.
    let article: String

    init(mark: String, version: UInt16, name: String, article: String = "a") {
        precondition(mark.utf8.count == 8, "A mark must have eight letters.")
        self.mark = mark
        self.version = version
        self.name = name
        self.article = article
    }

    /// The bytes of mark, version, length and checksum.
    static let headerLength = 26
}
