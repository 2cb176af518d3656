extension Int {
    /// Returns the number and its noun, which takes an s in the plural unless another plural is given: `1 column`, `2
    /// columns`.
    package func counted(_ noun: String, plural: String? = nil) -> String {
        "\(self) \(inflected(noun, plural: plural))"
    }

    /// Returns the noun for this many: in the singular for 1, otherwise in the plural.
    package func inflected(_ noun: String, plural: String? = nil) -> String {
        self == 1 ? noun : plural ?? "\(noun)s"
    }
}
