/// The nested arrays of a GeoJSON geometry's `coordinates`, flattened, whatever their nesting.
struct CoordinateArrays {
    private(set) var coordinates: [Coordinate] = []
    /// The end of each ring in `coordinates`.
    private var ringEnds: [Int] = []
    /// The end of each polygon in `ringEnds`.
    private var polygonEnds: [Int] = []
    /// The number of arrays around each position: 0 for a Point, 2 for a Polygon; `nil` before anything was read.
    private(set) var depth: Int?
    /// The offset of the last empty array.
    private var emptyArray: Int?

    /// Removes everything, keeping the capacity.
    private mutating func reset() {
        coordinates.removeAll(keepingCapacity: true)
        ringEnds.removeAll(keepingCapacity: true)
        polygonEnds.removeAll(keepingCapacity: true)
        depth = nil
        emptyArray = nil
    }

    /// Reads the value of `coordinates`.
    mutating func read(_ scanner: inout ByteScanner) throws(FenceProblem) {
        reset()
        guard scanner.byte == UInt8(ascii: "[") else {
            throw .wrongType("coordinates", "an array", at: scanner.position)
        }
        depth = try readArray(&scanner, level: 1)
    }

    /// Reads an array and returns the number of levels between it and its positions; an empty one counts as a ring.
    private mutating func readArray(_ scanner: inout ByteScanner, level: Int) throws(FenceProblem) -> Int {
        let first = scanner.position
        guard level <= 5 else {
            throw FenceProblem(
                .invalidSyntax,
                "the coordinates are nested too deeply",
                at: first,
                recovery: "Use at most three levels of arrays around a position, as in a MultiPolygon."
            )
        }
        scanner.position += 1
        scanner.skipWhitespace()
        guard scanner.byte == UInt8(ascii: "[") else {
            if scanner.skip(UInt8(ascii: "]")) {
                emptyArray = first
                return close(1)
            }
            try readPosition(&scanner)
            return 0
        }
        var height: Int?
        while true {
            let child = scanner.position
            let found =
                scanner.byte(ahead: 1) > UInt8(ascii: ",") && scanner.byte(ahead: 1) <= UInt8(ascii: "9")
                ? try readPlainPosition(&scanner) : try readArray(&scanner, level: level + 1)
            guard height == nil || height == found else {
                if let emptyArray {
                    throw FenceProblem(
                        .invalidPolygon,
                        "the coordinates contain an empty list",
                        at: emptyArray,
                        recovery: "Remove the empty polygon or ring."
                    )
                }
                throw FenceProblem(
                    .invalidSyntax,
                    "the coordinates are nested unevenly",
                    at: child,
                    recovery:
                        "Give a list of rings, each a list of [longitude, latitude]; for a MultiPolygon, a list of such lists."
                )
            }
            height = found
            scanner.skipWhitespace()
            if scanner.skip(UInt8(ascii: ",")) {
                scanner.skipWhitespace()
                guard scanner.byte == UInt8(ascii: "[") else {
                    throw .wrongType("coordinates", "a nested array of positions", at: scanner.position)
                }
                continue
            }
            guard scanner.skip(UInt8(ascii: "]")) else {
                throw .structure("a comma or a closing bracket is missing", at: scanner.position)
            }
            return close((height ?? 0) + 1)
        }
    }

    /// Records the end of a ring or polygon.
    private mutating func close(_ height: Int) -> Int {
        if height == 1 { ringEnds.append(coordinates.count) }
        if height == 2 { polygonEnds.append(ringEnds.count) }
        return height
    }

    /// Reads a position, starting at its bracket.
    @inline(__always)
    private mutating func readPlainPosition(_ scanner: inout ByteScanner) throws(FenceProblem) -> Int {
        let first = scanner.position
        scanner.position &+= 1
        if let longitude = scanner.number(), scanner.skip(UInt8(ascii: ",")) {
            if scanner.byte == .space { scanner.position &+= 1 }
            if let latitude = scanner.number(), scanner.skip(UInt8(ascii: "]")) {
                coordinates.append(Coordinate(latitude: latitude, longitude: longitude))
                return 0
            }
        }
        scanner.position = first + 1
        try readPosition(&scanner)
        return 0
    }

    /// Reads the numbers of a position and its closing bracket; numbers after the latitude are ignored.
    @inline(never)
    private mutating func readPosition(_ scanner: inout ByteScanner) throws(FenceProblem) {
        var count = 0
        var (longitude, latitude) = (0.0, 0.0)
        while true {
            scanner.skipWhitespace()
            let first = scanner.position
            guard let value = scanner.number() else {
                scanner.position = first
                guard scanner.skipValue() else { throw .structure("a number is missing", at: scanner.position) }
                let shown = scanner.text(in: (first..<scanner.position).prefix(40))
                throw FenceProblem(
                    .invalidCoordinate,
                    "\(shown) is not a finite number",
                    at: first,
                    ring: ringEnds.count,
                    vertex: coordinates.count - (ringEnds.last ?? 0),
                    recovery: "Write degrees as plain numbers, longitude first."
                )
            }
            if count == 0 { longitude = value } else if count == 1 { latitude = value }
            count += 1
            scanner.skipWhitespace()
            if scanner.skip(UInt8(ascii: ",")) { continue }
            guard scanner.skip(UInt8(ascii: "]")) else {
                throw .structure("a comma or a closing bracket is missing", at: scanner.position)
            }
            guard count >= 2 else {
                throw FenceProblem(
                    .invalidCoordinate,
                    "a position needs a longitude and a latitude",
                    at: first,
                    ring: ringEnds.count,
                    vertex: coordinates.count - (ringEnds.last ?? 0),
                    recovery: "Write [longitude, latitude]."
                )
            }
            coordinates.append(Coordinate(latitude: latitude, longitude: longitude))
            return
        }
    }

    /// Returns the polygons, for arrays of depth 2 or 3, and the indices of the rings that were not closed.
    func polygons(at offset: Int) throws(FenceProblem) -> (polygons: [Polygon], unclosedRings: [Int]) {
        var polygons: [Polygon] = []
        var unclosed: [Int] = []
        var ring = 0
        var start = 0
        for end in polygonEnds {
            let firstRing = ring
            var rings: [[Coordinate]] = []
            while ring < end {
                // Not `Array(slice)`, which would keep all the memory of the read coordinates, enough for the largest
                // of all polygons.
                let corners = coordinates[start..<ringEnds[ring]].map { $0 }
                if let first = corners.first, corners.last != first { unclosed.append(ring) }
                rings.append(corners)
                start = ringEnds[ring]
                ring += 1
            }
            guard let exterior = rings.first else {
                throw FenceProblem(
                    .invalidPolygon,
                    "a polygon has no rings",
                    at: offset,
                    ring: firstRing,
                    recovery: "Give it an outer ring of at least four positions, the last equal to the first."
                )
            }
            do {
                polygons.append(try Polygon(exterior, holes: Array(rings.dropFirst())))
            } catch {
                throw FenceProblem(error, at: offset, firstRing: firstRing)
            }
        }
        return (polygons, unclosed)
    }
}
