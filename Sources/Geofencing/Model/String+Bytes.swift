extension String {
    /// Returns whether both strings consist of the same bytes. `==` also treats two encodings of one character as
    /// equal, unlike byte order and a store.
    func hasSameBytes(as other: String) -> Bool {
        // `==` rejects different strings several times as fast, and never rejects strings of the same bytes.
        self == other && utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
