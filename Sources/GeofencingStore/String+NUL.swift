extension String {
    /// Whether it has a NUL, where SQLite would take it to end.
    var hasNUL: Bool { utf8.contains(0) }
}
