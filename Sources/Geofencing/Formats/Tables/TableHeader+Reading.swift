extension TableHeader {
    /// Reads the header of an input and skips it together with blank lines before it; also returns how many lines these
    /// are.
    static func read(
        from records: RecordReader,
        wanted: [ColumnRole],
        required: [ColumnRole]
    ) throws(GeofenceError) -> (header: TableHeader, lines: Int) {
        let (header, lines) = try records.takeHeader { scanner, text, location throws(GeofenceError) in
            try TableHeader(
                in: text,
                of: &scanner,
                wanted: wanted,
                required: required,
                location: location,
                hasLineFeeds: !records.usesCarriageReturns
            )
        }
        records.delimiter = header.delimiter
        return (header, lines)
    }
}
