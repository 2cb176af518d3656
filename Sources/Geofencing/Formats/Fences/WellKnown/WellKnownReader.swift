internal import GEOS

/// Reads shapes from well-known text or binary (OGC 06-103r4), also with an SRID as PostGIS writes it.
struct WellKnownReader {
    private let context: Context

    init() throws(GeofenceError) {
        do throws(GEOSError) { context = try Context() } catch { throw GeofenceError(error) }
    }

    /// Returns the shape of a text: well-known text, or well-known binary in hexadecimal digits.
    ///
    /// - Parameter offset: The offset of the text, for errors about it.
    func shape(_ text: String, at offset: Int) throws(FenceProblem) -> FenceDraft.Shape {
        let (srid, body) = Self.parts(of: text)
        let parsed = if let plain = Self.plain(body) { plain } else { try parse(body, at: offset) }
        try Self.check(srid ?? String(parsed.srid), at: offset)
        if parsed.kind == .other { try Self.refuse(body, isBinary: parsed.isBinary, at: offset) }
        try Self.checkMembers(of: parsed, at: offset)
        let polygons = try Self.polygons(parsed.polygons, at: offset)
        switch parsed.kind {
        case .point(let x, let y): return .point(Coordinate(latitude: y, longitude: x))
        case .polygon where polygons.count == 1: return .polygon(polygons[0])
        case .multiPolygon where !polygons.isEmpty: return .multiPolygon(polygons)
        case .polygon, .multiPolygon, .other: return .none
        }
    }

    private struct Parsed {
        let kind: Geometry.Kind
        var srid = 0
        let polygons: [FlatPolygon]
        /// The number of geometries in it, which may be empty.
        let members: Int
        var isBinary = false
    }

    private static func plain(_ text: String) -> Parsed? {
        withScanner(of: text.utf8) { $0.plainPolygons() }.map { isMulti, polygons in
            Parsed(kind: isMulti ? .multiPolygon : .polygon, polygons: polygons, members: polygons.count)
        }
    }

    /// Reads a text by GEOS, with checks of what that must not get, or would accept.
    private func parse(_ text: String, at offset: Int) throws(FenceProblem) -> Parsed {
        let binary = Self.bytes(hexadecimal: text)
        if let binary {
            guard text.utf8.count.isMultiple(of: 2) else { throw Self.unreadable("a digit is missing", at: offset) }
            try Self.checkNesting(of: binary, at: offset)
        } else {
            try Self.refuseCircle(text, at: offset)
            try Self.refuseGeoJSON(text, at: offset)
            try Self.checkText(text, at: offset)
        }
        do throws(GEOSError) {
            let geometry =
                if let binary {
                    try Geometry(wkb: binary, context: context)
                } else {
                    try Geometry(wkt: Self.spaced(text), context: context)
                }
            return Parsed(
                kind: geometry.kind,
                srid: geometry.srid,
                polygons: try geometry.polygons(),
                members: geometry.memberCount,
                isBinary: binary != nil
            )
        } catch {
            if text.uppercased().contains("POLYGON"), let ring = OpenRing(in: text) { throw ring.problem(at: offset) }
            throw Self.unreadable(error.message, at: offset)
        }
    }

    private static func refuseCircle(_ text: String, at offset: Int) throws(FenceProblem) {
        guard text.prefix(6).uppercased() == "CIRCLE" else { return }
        throw FenceProblem(
            .invalidSyntax,
            "the geometry is a CIRCLE, which only Traccar has; Traccar's areas have the latitude first",
            at: offset,
            recovery: """
                Name the column area if these are Traccar's; otherwise give circles in the columns latitude, longitude and \
                radius_m, and other shapes with the longitude first.
                """
        )
    }

    private static func refuseGeoJSON(_ text: String, at offset: Int) throws(FenceProblem) {
        guard text.utf8.first == UInt8(ascii: "{") else { return }
        throw FenceProblem(
            .invalidSyntax,
            "the geometry is GeoJSON, not well-known text or binary",
            at: offset,
            recovery: "Export it as well-known text, as ST_AsText does in SQL, or all of it as features of GeoJSON."
        )
    }

    /// Returns the bytes of pairs of hexadecimal digits; `nil` if the text has anything else.
    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt32?
        for digit in text.utf8 {
            guard let value = digit.hexadecimalValue else { return nil }
            if let first = high {
                bytes.append(UInt8(first << 4 | value))
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    private static func checkNesting(of binary: [UInt8], at offset: Int) throws(FenceProblem) {
        switch WellKnownNesting.finding(binary) {
        case .tooDeep: throw tooDeep(at: offset)
        case .unknown: throw unreadable("it has an unknown byte order or type", at: offset)
        case .goesOn: throw goesOn("", at: offset)
        case nil: break
        }
    }

    /// Refuses a text whose brackets are nested too deep, that goes on after the last bracket, which some versions of
    /// GEOS leave unread, or that has hexadecimal numbers, which some versions read.
    private static func checkText(_ text: String, at offset: Int) throws(FenceProblem) {
        var depth = 0
        var followsDigit = false
        for (count, byte) in text.utf8.enumerated() {
            if followsDigit, byte | 0x20 == UInt8(ascii: "x") {
                throw unreadable("a number is not decimal", at: offset)
            }
            followsDigit = byte.isDigit
            if byte == UInt8(ascii: "(") { depth += 1 }
            if depth > ByteScanner.depthLimit { throw tooDeep(at: offset) }
            guard byte == UInt8(ascii: ")") else { continue }
            depth -= 1
            if depth > 0 { continue }
            let rest = Substring(text.utf8.dropFirst(count + 1)).trimming(while: \.isWhitespace)
            guard !rest.isEmpty else { return }
            throw goesOn(": \(rest.shortened)", at: offset)
        }
    }

    private static func goesOn(_ rest: String, at offset: Int) -> FenceProblem {
        FenceProblem(
            .invalidSyntax,
            "unexpected text after the end of the geometry\(rest)",
            at: offset,
            recovery: "Give one geometry; for several polygons, use a MULTIPOLYGON."
        )
    }

    private static func unreadable(_ reason: String, at offset: Int) -> FenceProblem {
        FenceProblem(
            .invalidSyntax,
            "the geometry is not well-known text or binary: \(reason)",
            at: offset,
            recovery: "Write it as in POLYGON ((13.3 52.5, 13.4 52.5, 13.4 52.6, 13.3 52.5)), longitude first."
        )
    }

    private static func tooDeep(at offset: Int) -> FenceProblem {
        FenceProblem(
            .invalidSyntax,
            "the geometry is nested more than \(ByteScanner.depthLimit) levels deep",
            at: offset,
            recovery: "Give a POLYGON, a MULTIPOLYGON, or a POINT with a radius_m."
        )
    }

    /// Returns the SRID before a text, and the text without the `\x` or `0x` that databases put before hexadecimal
    /// digits.
    private static func parts(of text: String) -> (srid: String?, body: String) {
        if ["\\x", "0x"].contains(text.prefix(2).lowercased()) { return (nil, String(text.dropFirst(2))) }
        guard text.prefix(5).uppercased() == "SRID=", let end = text.firstIndex(of: ";") else { return (nil, text) }
        let body = text[end...].dropFirst().drop(while: \.isWhitespace)
        return (String(text[..<end].dropFirst(5)), String(body))
    }

    /// Returns a text with a space before the letters of extra coordinates: `Polygon Z` for `PolygonZ`, which QGIS
    /// writes.
    private static func spaced(_ text: String) -> String {
        let word = text.prefix { $0.isLetter }
        let letters = word.reversed().prefix { "ZMzm".contains($0) }.count
        let kind = word.dropLast(letters)
        guard letters > 0, ["POINT", "POLYGON", "MULTIPOLYGON"].contains(kind.uppercased()) else { return text }
        return "\(kind) \(text[kind.endIndex...])"
    }

    /// Refuses every SRID but that of WGS 84 and 0, which says nothing.
    private static func check(_ srid: String, at offset: Int) throws(FenceProblem) {
        guard srid != "4326", srid != "0" else { return }
        throw FenceProblem(
            .unknownFormat,
            "the coordinates are in a reference system other than WGS 84: SRID \(srid)",
            at: offset,
            recovery: "Convert them first: ST_Transform(geometry, 4326) in PostGIS."
        )
    }

    /// Refuses a multipolygon with some empty polygons, as for GeoJSON: something that was meant to be there is
    /// missing.
    private static func checkMembers(of parsed: Parsed, at offset: Int) throws(FenceProblem) {
        let empty = parsed.members - parsed.polygons.count
        guard parsed.kind == .multiPolygon, !parsed.polygons.isEmpty, empty > 0 else { return }
        throw FenceProblem(
            .invalidPolygon,
            "\(empty) of the \(parsed.members) polygons of the MULTIPOLYGON \(empty == 1 ? "is" : "are") empty",
            at: offset,
            recovery: "Remove the empty polygons, or give them rings."
        )
    }

    /// Refuses whatever is not a region, except a point without coordinates, which counts as no shape.
    private static func refuse(_ text: String, isBinary: Bool, at offset: Int) throws(FenceProblem) {
        let name = text.prefix { $0.isLetter }.uppercased()
        if name == "POINT" { return }
        throw FenceProblem(
            .invalidPolygon,
            isBinary ? "the geometry is not a region" : "the geometry is a \(name), not a region",
            at: offset,
            recovery: "Give a POLYGON, a MULTIPOLYGON, or a POINT with a radius_m."
        )
    }

    private static func polygons(_ parts: [FlatPolygon], at offset: Int) throws(FenceProblem) -> [Polygon] {
        var polygons: [Polygon] = []
        var firstRing = 0
        for part in parts {
            let rings = part.rings
            do throws(GeofenceError) {
                polygons.append(try Polygon(rings[0], holes: Array(rings.dropFirst())))
            } catch {
                throw FenceProblem(error, at: offset, firstRing: firstRing)
            }
            firstRing += rings.count
        }
        return polygons
    }
}

/// A ring of well-known text that does not end where it begins.
private struct OpenRing {
    /// The ring's number in the geometry.
    private let number: Int
    private let first: Substring
    private let last: Substring

    /// Finds the first open ring in a text; `nil` if there is none.
    init?(in text: String) {
        var number = -1
        for part in text.utf8.split(separator: UInt8(ascii: "(")) {
            // A ring may be very long.
            guard let end = part.firstIndex(of: UInt8(ascii: ")")) else { continue }
            number += 1
            guard let afterFirst = part[..<end].firstIndex(of: UInt8(ascii: ",")),
                let beforeLast = part[..<end].lastIndex(of: UInt8(ascii: ","))
            else { continue }
            let first = text[part.startIndex..<afterFirst].trimming(while: \.isWhitespace)
            let last = text[beforeLast..<end].dropFirst().trimming(while: \.isWhitespace)
            let ends = [first, last].map { $0.split(whereSeparator: \.isWhitespace).map { Double($0) } }
            guard ends[0] != ends[1] else { continue }
            (self.number, self.first, self.last) = (number, first, last)
            return
        }
        return nil
    }

    func problem(at offset: Int) -> FenceProblem {
        FenceProblem(
            .invalidPolygon,
            "the ring that begins at \(first.shortened) is not closed: it ends at \(last.shortened)",
            at: offset,
            ring: number,
            recovery: "End it where it begins, as in POLYGON ((13.3 52.5, 13.4 52.5, 13.4 52.6, 13.3 52.5))."
        )
    }
}
