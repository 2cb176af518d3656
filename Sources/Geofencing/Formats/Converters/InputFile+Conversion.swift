extension InputFile {
    /// The maximum number of bytes of an input that is converted, after decompression.
    private static let longest = 1 << 31

    /// Replaces what is left of the input by its conversion to a format that is read here. It is in memory as a whole
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - name: What it is, for errors.
    ///   - conversion: Returns what to read instead of a scanner's text.
    func convert(
        from name: String,
        _ conversion: (ByteScanner) throws(DocumentProblem) -> [UInt8]
    ) throws(GeofenceError) {
        guard var bytes = try readAll(upTo: Self.longest) else {
            throw GeofenceError(
                .unreadableInput,
                "the \(name) has more than \(Self.longest) bytes, the most that can be converted",
                at: InputLocation(file: path),
                recovery: "Split it, or convert it to CSV or NDJSON first: these may have any length."
            )
        }
        TextBuffer.replaceLoneCarriageReturns(in: &bytes)
        let count = bytes.count
        bytes.appendPadding()
        var converted: [UInt8]
        do throws(DocumentProblem) {
            converted = try withScanner(of: bytes, count: count) { scanner throws(DocumentProblem) in
                try conversion(scanner)
            }
        } catch {
            throw withScanner(of: bytes, count: count) { error.refusal(of: name, in: path, $0) }
        }
        // Because of a NUL, the reader would refuse the whole input as binary data, not just the record that contains
        // it.
        for index in converted.indices where converted[index] == 0 { converted[index] = [UInt8].refusedByte }
        replaceRead(with: converted)
    }
}
