extension String {
    /// Whether the string has a NUL, at which SQLite would take it to end.
    var hasNUL: Bool { utf8.contains(0) }

    /// The value to search for rows of this name with: NULL, which equals nothing, for a name that no row can have.
    var sought: String? { hasNUL ? nil : self }
}
