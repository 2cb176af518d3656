import Geofencing
import TestSupport
import Testing

@Suite struct FenceValidatorTests {
    let validator: FenceValidator

    init() throws { validator = try FenceValidator() }

    /// Corners as longitude, latitude.
    private func polygon(_ corners: [(Double, Double)], holes: [[(Double, Double)]] = []) throws -> Polygon {
        try Polygon(corners: corners, holes: holes)
    }

    private func square(_ x: Double, _ y: Double, _ size: Double) -> [(Double, Double)] {
        [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
    }

    private func codes(_ region: Geofence.Region) -> [GeofenceFinding.Code] {
        validator.findings(in: Geofence("f", region)).map(\.code)
    }

    private func circle(_ meters: Double, latitude: Double = 30, longitude: Double = 40) -> Geofence.Region {
        .circle(center: Coordinate(latitude: latitude, longitude: longitude), radius: .meters(meters))
    }

    @Test func `valid geofences have no findings`() throws {
        let sound: [Geofence.Region] = [
            circle(150), .polygon(try polygon(square(0, 0, 1))),
            .polygon(try polygon(square(0, 0, 9), holes: [square(1, 1, 2), square(5, 5, 2)])),
            .polygon(try polygon([(0, 0), (9, 0), (9, 9), (8, 1), (1, 1), (0, 9)])),
            .polygon(try polygon([(178, 0), (-178, 0), (-178, 2), (178, 2)])),
            .polygon(try polygon([(-180, -90), (180, -90), (180, 90), (-180, 90)])),
            .multiPolygon([try polygon(square(0, 0, 1)), try polygon(square(2, 0, 1))]),
            .multiPolygon([try polygon(square(0, 0, 1)), try polygon(square(1, 1, 1))]),
        ]
        for region in sound { #expect(codes(region) == []) }
    }

    @Test func `a bowtie is reported with its location, ring and vertex`() throws {
        let region = Geofence.Region.polygon(try polygon([(0, 0), (10, 10), (10, 1), (0, 10)]))
        let location = InputLocation(file: "a.geojson", feature: 3)
        let finding = try #require(validator.findings(in: Geofence("tie", region), at: location).first)
        #expect(finding.code == .selfIntersection)
        #expect(finding.severity == .error)
        #expect(finding.message.hasPrefix("Self-intersection at (latitude: 5.26"))
        #expect(finding.location.file == "a.geojson")
        #expect(finding.location.feature == 3)
        #expect(finding.location.geofence == "tie")
        #expect(finding.location.ring == 0)
        #expect(finding.location.vertex != nil)
        for way in ["lint --repair", "repaired()", "--skip-invalid", "readValid()"] {
            #expect(finding.recoverySuggestion.contains(way), "\(finding.recoverySuggestion)")
        }
        #expect(
            throws: GeofenceError(
                .invalidPolygon,
                finding.message,
                at: finding.location,
                recovery: finding.recoverySuggestion
            )
        ) {
            try validator.check(Geofence("tie", region), at: location)
        }
    }

    @Test func `faults of holes are distinguished, and their rings are named`() throws {
        let outside = Geofence.Region.multiPolygon([
            try polygon(square(50, 50, 1)), try polygon(square(0, 0, 9), holes: [square(1, 1, 1), square(20, 2, 1)]),
        ])
        let finding = try #require(validator.findings(in: Geofence("f", outside)).first)
        #expect(finding.code == .holeOutsideShell)
        #expect(finding.location.ring == 3)
        #expect(
            codes(.polygon(try polygon(square(0, 0, 9), holes: [square(1, 1, 7), square(3, 3, 2)]))) == [.nestedHoles]
        )
        #expect(codes(.polygon(try polygon(square(0, 0, 9), holes: [square(5, 5, 7)]))) == [.selfIntersection])
        let cutting = [(0.0, 4.0), (4, 0), (8, 4), (4, 8)]
        #expect(codes(.polygon(try polygon(square(0, 0, 8), holes: [cutting]))) == [.disconnectedInterior])
    }

    @Test func `polygons without area are degenerate`() throws {
        #expect(codes(.polygon(try polygon([(0, 0), (5, 5), (10, 10)]))) == [.degenerate])
        #expect(codes(.polygon(try polygon([(0, 0), (5, 0), (5, 5), (5, 0)]))) == [.degenerate])
        #expect(codes(.multiPolygon([])) == [.empty])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a polygon whose edges lie on each other thousands of times takes no more than one that crosses itself once`()
        throws
    {
        let back = (0..<40_000).map { (Double($0 % 2), 0.0) }
        #expect(codes(.polygon(try polygon(back + [(2, 1), (0, 1)]))) == [.selfIntersection])
    }

    @Test(arguments: [1, 40])
    func `a hole like its polygon leaves no area, one that leaves a rim does`(edgesPerSide: Int) throws {
        func dense(_ x: Double, _ y: Double, _ size: Double) -> [(Double, Double)] {
            let corners = square(x, y, size)
            return zip(corners, corners.dropFirst() + corners.prefix(1)).flatMap { start, end in
                (0..<edgesPerSide).map { number in
                    let share = Double(number) / Double(edgesPerSide)
                    return (start.0 + (end.0 - start.0) * share, start.1 + (end.1 - start.1) * share)
                }
            }
        }
        func codes(_ holes: [[(Double, Double)]]) throws -> [GeofenceFinding.Code] {
            self.codes(.polygon(try polygon(dense(0, 0, 8), holes: holes)))
        }
        let lower = [dense(0, 0, 4), dense(4, 0, 5)]
        #expect(try codes([dense(0, 0, 8)]) == [.degenerate])
        #expect(try codes([dense(-1, -1, 10)]) == [.degenerate])
        #expect(try codes([dense(1, 0, 7)]) == [.selfIntersection])
        #expect(try codes(lower) == [.selfIntersection])
        #expect(try codes(lower + [dense(0, 4, 8)]) == [.degenerate])
    }

    @Test func `polygons that overlap or share a border are reported`() throws {
        let region = Geofence.Region.multiPolygon([try polygon(square(0, 0, 2)), try polygon(square(1, 1, 2))])
        #expect(codes(region) == [.overlappingPolygons])
        let neighbours = Geofence.Region.multiPolygon([try polygon(square(0, 0, 1)), try polygon(square(1, 0, 1))])
        #expect(codes(neighbours) == [.overlappingPolygons])
    }

    @Test func `a ring round the Earth that could mean either pole is an error`() throws {
        let region = Geofence.Region.multiPolygon([
            try polygon(square(0, 0, 1)), try polygon([(0, 10), (90, -10), (180, 10), (-90, -10)]),
        ])
        let finding = try #require(validator.findings(in: Geofence("f", region)).first)
        #expect(finding.code == .invalidPolygon)
        #expect(finding.location.ring == 1)
    }

    @Test(arguments: [0, -5, .nan, .infinity, 20_015_087])
    func `a radius that does not make a circle is an error`(meters: Double) {
        #expect(codes(circle(meters)) == [.invalidRadius])
    }

    @Test func `a radius beyond a quarter of the Earth is a warning`() throws {
        let finding = try #require(validator.findings(in: Geofence("f", circle(10_100_000))).first)
        #expect(finding.code == .largeRadius)
        #expect(finding.severity == .warning)
        try validator.check(Geofence("f", circle(10_100_000)))
        #expect(codes(circle(9_900_000)) == [])
    }

    @Test func `swapped axes are suspected only where they would explain the error`() {
        #expect(codes(circle(100, latitude: -97.7, longitude: 30.2)) == [.invalidCoordinate, .swappedAxes])
        #expect(codes(circle(100, latitude: -97.7, longitude: 130.2)) == [.invalidCoordinate])
        #expect(codes(circle(100, latitude: .nan, longitude: 130.2)) == [.invalidCoordinate])
        #expect(codes(circle(100, latitude: 30, longitude: 40)) == [])
    }

    @Test func `an edge of more than half the Earth is a warning`() throws {
        let wide = try polygon([(-100, 0), (100, 0), (100, 5), (-100, 5)])
        let findings = validator.findings(in: Geofence("f", .polygon(wide)))
        #expect(findings.map(\.code) == [.longEdge, .longEdge])
        #expect(findings.map(\.location.vertex) == [1, 3])
    }

    @Test func `a reader error becomes a finding that combines both locations`() {
        let error = GeofenceError(.invalidCoordinate, "no", at: InputLocation(ring: 1, vertex: 2), recovery: "yes")
        let finding = GeofenceFinding(error, at: InputLocation(file: "f", feature: 7, ring: 0))
        #expect(finding.location == InputLocation(file: "f", feature: 7, ring: 1, vertex: 2))
        #expect("\(finding)" == "f (feature 7, ring 1, vertex 2): error: no [invalid_coordinate]\n  hint: yes")
    }
}
