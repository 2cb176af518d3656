/// The locations of many records, in a quarter of the memory of an array: the file, line, column and feature of each.
package struct InputLocations: Sendable, RandomAccessCollection {
    private struct Packed: BitwiseCopyable {
        /// The index in `files`.
        var file: Int32
        /// -1 if not known.
        var feature: Int32
        /// 0 if not known, as for `column`.
        var line: Int
        var column: Int
    }

    /// The files in order of appearance; one that appears again after others is repeated.
    package private(set) var files: [String?] = []
    private var packed: [Packed] = []

    package init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { packed.count }

    package subscript(number: Int) -> InputLocation {
        let location = packed[number]
        return InputLocation(
            file: files[Int(location.file)],
            line: location.line > 0 ? location.line : nil,
            column: location.column > 0 ? location.column : nil,
            feature: location.feature >= 0 ? Int(location.feature) : nil
        )
    }

    /// Appends a location, of which geofence, ring and vertex are left out.
    mutating func append(_ location: InputLocation) {
        if files.last != location.file { files.append(location.file) }
        packed.append(
            Packed(
                file: Int32(files.count - 1),
                feature: Int32(location.feature ?? -1),
                line: location.line ?? 0,
                column: location.column ?? 0
            )
        )
    }
}
