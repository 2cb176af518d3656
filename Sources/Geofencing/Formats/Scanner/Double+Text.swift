extension Double {
    /// Parses a text that is a number as in files, `-`? digits (`.` digits)? (`e` sign? digits)?, rounded correctly;
    /// `nil` for anything else, and for a number that is too large for a double.
    package init?(parsing text: some Collection<UInt8>) {
        let number = withScanner(of: text) { scanner in scanner.number().flatMap { scanner.isAtEnd ? $0 : nil } }
        guard let number else { return nil }
        self = number
    }
}
