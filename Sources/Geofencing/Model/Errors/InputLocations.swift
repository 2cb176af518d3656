/// The locations of many records, in a quarter of the memory of an array: the file, line, column and feature of each.
package struct InputLocations: Sendable, RandomAccessCollection {
    private struct Place: BitwiseCopyable {
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
    private var places: [Place] = []

    package init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { places.count }

    package subscript(number: Int) -> InputLocation {
        let place = places[number]
        return InputLocation(
            file: files[Int(place.file)],
            line: place.line > 0 ? place.line : nil,
            column: place.column > 0 ? place.column : nil,
            feature: place.feature >= 0 ? Int(place.feature) : nil
        )
    }

    /// Appends a location, of which geofence, ring and vertex are left out.
    mutating func append(_ location: InputLocation) {
        if files.last != location.file { files.append(location.file) }
        places.append(
            Place(
                file: Int32(files.count - 1),
                feature: Int32(location.feature ?? -1),
                line: location.line ?? 0,
                column: location.column ?? 0
            )
        )
    }
}
