extension StringProtocol {
    /// The text for a message: the beginning and `…` if it has more than 60 characters.
    package var shortened: String {
        guard let end = index(startIndex, offsetBy: 60, limitedBy: endIndex), end < endIndex else {
            return String(self)
        }
        return self[..<end] + "…"
    }
}
