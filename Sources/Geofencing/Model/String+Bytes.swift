extension String {
    /// Whether both are the same byte by byte. `==` of texts also takes two spellings of one character for the same, which
    /// neither the order of bytes nor a store does.
    func hasSameBytes(as other: String) -> Bool {
        // Texts that differ are told apart by `==` several times as fast, and those of the same bytes are never different to it.
        self == other && utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
