extension Double {
    /// Parses a number as in files, `-`? digits (`.` digits)? (`e` sign? digits)?, rounded correctly; `nil` for anything
    /// else, and for a number that is too large for a double.
    package init?(parsing text: String) {
        let number = withScanner(of: text.utf8) { scanner in scanner.number().flatMap { scanner.isAtEnd ? $0 : nil } }
        guard let number else { return nil }
        self = number
    }
}
