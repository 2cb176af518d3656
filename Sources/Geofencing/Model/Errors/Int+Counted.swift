extension Int {
    /// Returns the number and its noun, in the plural unless the number is 1: `1 column`, `2 columns`, `2 fixes`.
    package func counted(_ noun: String) -> String { "\(self) \(inflected(noun))" }

    /// Returns the noun for this many: in the plural, which takes es after an x and otherwise s, unless it is 1.
    package func inflected(_ noun: String) -> String { self == 1 ? noun : noun + (noun.hasSuffix("x") ? "es" : "s") }
}
