/// JSON of fixes that are not one on each line: in arrays, or each over several lines.
enum JSONTraceConverter {
    /// Returns the elements of all arrays, and what is outside of arrays, as lines.
    static func ndjson(of scanner: ByteScanner) throws(CutDocument) -> [UInt8] {
        try scanner.checkDocuments()
        var result = ConvertedLines(of: scanner)
        try scanner.forEachElement(in: scanner.wholeText) { element in
            result.append(at: element.lowerBound, scanner.bytes(in: element))
        }
        return result.text
    }
}
