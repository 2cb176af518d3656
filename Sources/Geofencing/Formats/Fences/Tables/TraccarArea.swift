/// An area as Traccar writes it: `CIRCLE (latitude longitude, radius)` with the radius in meters, or
/// `POLYGON ((latitude longitude, ...))`, in which the last vertex need not repeat the first.
enum TraccarArea {
    case circle(Coordinate, radius: Double)
    case polygon(Polygon)

    /// - Parameter offset: The offset of the text, for errors about it.
    init(_ text: String, at offset: Int) throws(FenceProblem) {
        let kind = text.prefix { $0.isLetter }
        let body = text[kind.endIndex...].trimming(while: \.isWhitespace)
        switch kind.uppercased() {
        case "CIRCLE":
            guard let parts = Self.lists(in: body), parts.count == 1, parts[0].count == 2,
                let center = Self.coordinate(parts[0][0]), let radius = Double(parsing: parts[0][1].utf8)
            else { throw Self.unreadable(at: offset) }
            self = .circle(center, radius: radius)
        case "POLYGON":
            guard body.first == "(", body.last == ")",
                let lists = Self.lists(in: body.dropFirst().dropLast().trimming(while: \.isWhitespace))
            else { throw Self.unreadable(at: offset) }
            var rings: [[Coordinate]] = []
            for list in lists {
                let ring = list.compactMap(Self.coordinate)
                guard ring.count == list.count else { throw Self.unreadable(at: offset) }
                rings.append(ring)
            }
            do throws(GeofenceError) {
                self = .polygon(try Polygon(rings[0], holes: Array(rings.dropFirst())))
            } catch {
                throw FenceProblem(error, at: offset)
            }
        case "LINESTRING":
            throw FenceProblem(
                .invalidPolygon,
                "the area is a LINESTRING, not a region",
                at: offset,
                recovery: "Draw a polygon around it in Traccar; \(FenceProblem.skippingAdvice)"
            )
        default: throw Self.unreadable(at: offset)
        }
    }

    /// Returns the items of each list of `(item, ...), (item, ...)`; `nil` for anything else.
    private static func lists(in text: Substring) -> [[Substring]]? {
        var lists: [[Substring]] = []
        var rest = text
        while true {
            guard rest.first == "(", let end = rest.firstIndex(of: ")") else { return nil }
            lists.append(
                rest[..<end].dropFirst().split(separator: ",", omittingEmptySubsequences: false)
                    .map { $0.trimming(while: \.isWhitespace) }
            )
            rest = rest[end...].dropFirst().drop(while: \.isWhitespace)
            if rest.isEmpty { return lists }
            guard rest.first == "," else { return nil }
            rest = rest.dropFirst().drop(while: \.isWhitespace)
        }
    }

    /// Returns the place of `latitude longitude`.
    private static func coordinate(_ text: Substring) -> Coordinate? {
        let numbers = text.split(whereSeparator: \.isWhitespace).map { Double(parsing: $0.utf8) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func unreadable(at offset: Int) -> FenceProblem {
        FenceProblem(
            .invalidSyntax,
            "the area is not one that Traccar writes",
            at: offset,
            recovery: """
                Write it as in CIRCLE (52.5 13.4, 150) or POLYGON ((52.5 13.3, 52.6 13.3, 52.6 13.4)), latitude first, or give \
                well-known text, longitude first, in a column wkt.
                """
        )
    }
}
