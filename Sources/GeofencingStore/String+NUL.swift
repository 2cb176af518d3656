extension String {
    /// Whether it has a NUL, where SQLite would take it to end.
    var hasNUL: Bool { utf8.contains(0) }

    /// What rows of this name are looked for by: NULL, which equals nothing, for a name that no row can have.
    var sought: String? { hasNUL ? nil : self }
}
