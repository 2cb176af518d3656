internal import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct WriterTests {
    /// A path in a folder of its own, which goes with the test.
    private let folder: TemporaryFile
    private var path: String { folder.path + ".out" }

    init() throws { folder = try TemporaryFile("") }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: URL(filePath: folder.path).deletingLastPathComponent().path
        ).sorted()
    }

    @Test func `a file appears under its name only once it is complete`() throws {
        try "old".write(toFile: path, atomically: false, encoding: .utf8)
        let output = try OutputFile(path: path)
        output.buffer.append(contentsOf: "new".utf8)
        try output.flush()
        #expect(try text(path) == "old")
        try output.commit()
        #expect(try text(path) == "new")
        #expect(try files() == ["input.txt", "input.txt.out"])
    }

    @Test func `a file keeps the permissions of the file it replaces`() throws {
        let manager = FileManager.default
        try "old".write(toFile: path, atomically: false, encoding: .utf8)
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try OutputFile(path: path).commit()
        #expect(try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test func `an abandoned file leaves nothing behind`() throws {
        do {
            let output = try OutputFile(path: path)
            output.buffer.append(contentsOf: "half".utf8)
            try output.flush()
        }
        #expect(try files() == ["input.txt"])
    }

    @Test func `only partial files left by dead processes are removed by the next write`() throws {
        // Locked, as of another process that runs; complete, as of one that is about to give it its name.
        let (running, complete) = (try OutputFile(path: path), try OutputFile(path: path))
        complete.buffer.append(contentsOf: "new".utf8)
        try complete.complete()
        let folder = URL(filePath: folder.path).deletingLastPathComponent()
        let others = [
            "b.partial-geofence-1-0", "input.txt.out.partial-2024-10", "input.txt.out.partial-geofence-1",
            "input.txt.out.partial-geofence-1-0-0", "input.txt.out.partial-geofence-1-x",
        ]
        for name in others + ["input.txt.out.partial-geofence-1-0", "input.txt.out.partial-geofence-4194304-98"] {
            try Data("half".utf8).write(to: folder.appending(path: name))
        }
        let link = "input.txt.out.partial-geofence-1-1"
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: link).path,
            withDestinationPath: "input.txt"
        )
        let own = try files().filter { $0.contains("partial-geofence-\(processNumber)-") }
        #expect(own.count == 2)
        try OutputFile(path: path).commit()
        #expect(try files() == (own + others + [link, "input.txt", "input.txt.out"]).sorted())
        try complete.commit()
        #expect(try text(path) == "new")
        withExtendedLifetime(running) {}
    }

    @Test func `devices and links are written in place`() throws {
        let null = try OutputFile(path: "/dev/null")
        null.buffer = [UInt8](repeating: 1, count: 1_000_000)
        try null.commit()
        try "a longer text".write(toFile: path, atomically: false, encoding: .utf8)
        let link = path + ".link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let output = try OutputFile(path: link)
        output.buffer.append(contentsOf: "text".utf8)
        try output.commit()
        #expect(try text(path) == "text")
        // What a link leads to stays until something is written.
        let idle = try OutputFile(path: link)
        #expect(try text(path) == "text")
        try idle.commit()
        #expect(try text(path).isEmpty)
    }

    @Test func `an output that cannot be written is an error with the reason`() throws {
        let directory = URL(filePath: folder.path).deletingLastPathComponent().path
        #expect(failure { try OutputFile(path: directory) }?.code == .inputOutput)
        let missing = failure { try OutputFile(path: directory + "/none/x") }
        #expect(missing?.recoverySuggestion == "Create the folder first.")
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no full device"),
        arguments: [false, true]
    )
    func `a full disk is an error with the reason`(isInBackground: Bool) throws {
        let full = try OutputFile(path: "/dev/full", writesInBackground: isInBackground)
        full.buffer.append(1)
        let error = failure { try full.commit() }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.contains("No space") == true)
    }

    @Test func `writing in the background gives the same file, and one given up waits for nobody`() throws {
        let output = try OutputFile(path: path, writesInBackground: true)
        var expected: [UInt8] = []
        for number in 0..<200_000 {
            output.buffer.append(decimal: Int64(number))
            expected.append(decimal: Int64(number))
            try output.flushIfFull()
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        try output.commit()
        #expect(try Array(Data(contentsOf: URL(filePath: path))) == expected)

        let abandoned = try OutputFile(path: path + "-abandoned", writesInBackground: true)
        abandoned.buffer.append(1)
        try abandoned.flush()
    }

    @Test(arguments: [
        (0, "0"), (1, "0.001"), (100, "0.1"), (1000, "1"), (274_140, "274.14"), (-500, "-0.5"), (86_400_000, "86400"),
    ])
    func `milliseconds are written as seconds with minimal decimals`(_ milliseconds: Int64, _ expected: String) {
        var bytes: [UInt8] = []
        bytes.append(seconds: milliseconds)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func `integers are written with all their digits`() {
        var random = SplitMix64(seed: 5)
        for value in [0, 9, 10, 99, 100, 101, .max, .min]
            + (0..<10_000).map({ Int64(bitPattern: random.next()) >> ($0 % 64) })
        {
            var bytes: [UInt8] = []
            bytes.append(decimal: value)
            #expect(String(decoding: bytes, as: UTF8.self) == String(value))
            let number = UInt64(bitPattern: value)
            var digits: [UInt8] = []
            digits.append(addingCapacity: 16) { text in text.append(hexadecimal: number) }
            let plain = String(number, radix: 16)
            #expect(String(decoding: digits, as: UTF8.self) == String(repeating: "0", count: 16 - plain.count) + plain)
        }
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "-0"), (1, "1"), (-97.71197, "-97.71197"), (30.350088, "30.350088"), (0.1, "0.1"),
            (1e-7, "0.0000001"), (1e-8, "0.00000001"), (1.5e-10, "0.00000000015"), (1e20, "100000000000000000000"),
            (1.25e17, "125000000000000000"), (-1.5e-5, "-0.000015"), (0.30000000000000004, "0.30000000000000004"),
            (179.99999999999997, "179.99999999999997"), (1e8, "100000000"), (-5e8, "-500000000"),
            (9_007_199_254_740_992, "9007199254740992"), (123_456_789.5, "123456789.5"),
        ] as [(Double, String)]
    )
    func `a number is written as short as possible and without an exponent`(_ value: Double, _ expected: String) {
        var bytes: [UInt8] = []
        bytes.append(shortest: value)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func `every number reads back unchanged`() {
        let seed: UInt64 = 3
        var random = SplitMix64(seed: seed)
        let smallest = Double.leastNonzeroMagnitude
        let extremes = [smallest, -smallest, 3 * smallest, .leastNormalMagnitude, .greatestFiniteMagnitude]
        for round in 0..<20_000 {
            let value =
                switch round % 5 {
                case 0: random.uniform(-180...180)
                case 1: (random.uniform(-180...180) * 1e6).rounded() / 1e6
                case 2: random.uniform(-1...1) * 1e-6
                case 3: extremes[round / 5 % extremes.count]
                default: Double(Int64(bitPattern: random.next()))
                }
            var bytes: [UInt8] = []
            bytes.append(shortest: value)
            let back = withScanner(of: bytes) { scanner in scanner.number() }
            #expect(back?.bitPattern == value.bitPattern, "\(value), seed \(seed)")
            #expect(!bytes.contains(UInt8(ascii: "e")))
        }
    }

    @Test func `transitions are written with the keys of the format and escaped names`() throws {
        let transition = Transition(
            kind: .enter,
            device: "bus \"1\",\n",
            geofence: "stop-66",
            time: Timestamp(unixMilliseconds: 1_441_515_647_000),
            decidedTime: Timestamp(unixMilliseconds: -5),
            coordinate: Coordinate(latitude: 30.35, longitude: -97.71),
            cause: .movement
        )
        var json: [UInt8] = []
        TransitionEncoder(format: .ndjson).appendHeader(to: &json)
        TransitionEncoder(format: .ndjson).append(transition, to: &json)
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"event":"ENTER","device":"bus \"1\",\n","geofence":"stop-66","ts_unix_ms":1441515647000,"decided_unix_ms":-5,"latitude":30.35,"longitude":-97.71,"cause":"movement"}"#
                + "\n"
        )
        let object = try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
        #expect(object["device"] as? String == "bus \"1\",\n")
        var csv: [UInt8] = []
        TransitionEncoder(format: .csv).appendHeader(to: &csv)
        TransitionEncoder(format: .csv).append(transition, to: &csv)
        #expect(
            String(decoding: csv, as: UTF8.self)
                == "event,device,geofence,ts_unix_ms,decided_unix_ms,latitude,longitude,cause\n"
                + "ENTER,\"bus \"\"1\"\",\n\",stop-66,1441515647000,-5,30.35,-97.71,movement\n"
        )
    }

    @Test func `a transition has the JSON line that a watch writes`() throws {
        let circle = Geofence(
            "depot",
            .circle(center: Coordinate(latitude: 52.5, longitude: 13.4), radius: .meters(50))
        )
        let time = try #require(Timestamp(parsing: "2026-01-01T10:00:00.25+01:00"))
        #expect(time.iso8601 == "2026-01-01T09:00:00.250Z" && time < .now)
        let fix = Fix(device: "van \"7\"", time: time, coordinate: Coordinate(latitude: 52.5, longitude: 13.4))
        let enter = try #require(try GeofenceEngine([circle]).process(fix).first)
        #expect(
            enter.json()
                == #"{"event":"ENTER","device":"van \"7\"","geofence":"depot","ts_unix_ms":1767258000250,"decided_unix_ms":1767258000250,"latitude":52.5,"longitude":13.4,"cause":"initial","id":"\#(enter.id)","visit_id":"\#(enter.id)"}"#
        )
    }

    @Test func `written geofences read back unchanged`() throws {
        var random = SplitMix64(seed: 17)
        var geofences: [Geofence] = []
        for number in 0..<40 {
            let x = random.uniform(-170...170)
            let y = random.uniform(-80...80)
            let ring = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
                Coordinate(latitude: y + $0.1, longitude: x + $0.0)
            }
            let polygon = try Polygon(ring)
            let region: Geofence.Region =
                switch number % 3 {
                case 0:
                    .circle(center: Coordinate(latitude: y, longitude: x), radius: .meters(random.uniform(1...5000)))
                case 1: .polygon(polygon)
                default:
                    .multiPolygon([
                        polygon,
                        try Polygon(ring.map { Coordinate(latitude: $0.latitude + 2, longitude: $0.longitude) }),
                    ])
                }
            geofences.append(
                Geofence(
                    Geofence.ID("f\(number)"),
                    region,
                    name: number % 2 == 0 ? nil : "\u{1F6B2} \"\(number)\"",
                    notifyOnEntry: number % 5 != 0,
                    notifyOnExit: number % 7 != 0,
                    isActive: number % 4 != 0
                )
            )
        }
        let output = try OutputFile(path: path)
        var writer = GeofenceWriter(to: output)
        for geofence in geofences { try writer.write(geofence) }
        try writer.finish()
        try output.commit()
        let read = try GeofenceReader.read([.file(path)])
        #expect(read.findings.isEmpty)
        #expect(read.geofences == geofences)
        let lines = geofences.map { $0.json() }
        #expect(try text(path).contains(lines.joined(separator: ",\n")))
        #expect(try GeofenceFile(contents: lines.joined(separator: "\n").utf8, name: "lines").read() == geofences)
    }

    @Test func `outer rings are written counterclockwise and holes clockwise`() throws {
        let box = try Polygon(
            corners: [(0, 0), (0, 9), (9, 9), (9, 0), (0, 0)],
            holes: [[(1, 1), (2, 1), (2, 2), (1, 1)]]
        )
        let across = try Polygon(corners: [(178, 0), (-178, 0), (-178, 2), (178, 2), (178, 0)])
        let output = try OutputFile(path: path)
        var writer = GeofenceWriter(to: output)
        try writer.write(Geofence("a", .polygon(box)))
        try writer.write(Geofence("b", .polygon(across)))
        try writer.finish()
        try output.commit()
        let text = try text(path)
        #expect(text.contains("[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[2,2],[2,1],[1,1]]]"))
        #expect(text.contains("[[[178,0],[-178,0],[-178,2],[178,2],[178,0]]]"))
    }

    @Test(arguments: TraceFormat.allCases)
    func `a written trace reads back unchanged`(_ format: TraceFormat) throws {
        let registry = DeviceRegistry()
        var random = SplitMix64(seed: 23)
        var fixes: [CompactFix] = []
        for number in 0..<500 {
            fixes.append(
                CompactFix(
                    latitude: random.uniform(-90...90),
                    longitude: (random.uniform(-180...180) * 1e6).rounded() / 1e6,
                    time: 1_441_515_647_000 + Int64(number) * 777,
                    sequence: Int64(number),
                    horizontalAccuracy: number % 3 == 0 ? .nan : Float(random.uniform(1...50)),
                    device: registry.slot(for: DeviceID("d \"\(number % 5)\""))
                )
            )
        }
        let output = try OutputFile(path: path)
        let writer = FixWriter(to: output, format: format, hasSequence: true)
        for fix in fixes { try writer.write(fix, device: writer.escaped(registry.device(in: fix.device))) }
        try output.commit()
        let read = try ReadTrace(path)
        #expect(read.rejected.isEmpty)
        #expect(read.fixes.count == fixes.count)
        for (fix, expected) in zip(read.fixes, fixes) {
            #expect(fix.device == registry.device(in: expected.device))
            #expect(fix.time.unixMilliseconds == expected.time)
            #expect(fix.coordinate == Coordinate(latitude: expected.latitude, longitude: expected.longitude))
            #expect(fix.sequence == expected.sequence)
            #expect(
                fix.horizontalAccuracy
                    == (expected.horizontalAccuracy.isNaN ? nil : .meters(Double(expected.horizontalAccuracy)))
            )
        }
        if format == .ndjson {
            let line = try #require(text(path).split(separator: "\n").first)
            _ = try JSONDecoder().decode(LocationFix.self, from: Data(line.utf8))
        }
    }
}
