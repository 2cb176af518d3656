/// A kind of sealed bytes.
struct StateKind: Sendable {
    /// Eight letters at the beginning.
    let mark: String
    /// The version that is written, and the only one that is read.
    let version: UInt16
    /// What people call it.
    let name: String

    init(mark: String, version: UInt16, name: String) {
        precondition(mark.utf8.count == 8, "A mark has eight letters.")
        self.mark = mark
        self.version = version
        self.name = name
    }

    /// Mark, version, length, checksum.
    static let headerLength = 26
}
