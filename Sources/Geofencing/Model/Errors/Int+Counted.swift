extension Int {
    /// Returns the number and its noun, which takes an s in the plural unless another plural is given: `1 column`, `2
    /// columns`.
    package func counted(_ noun: String, plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? "\(noun)s")"
    }
}
