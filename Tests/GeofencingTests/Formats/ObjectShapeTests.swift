import Testing

@testable import Geofencing

@Suite struct ObjectShapeTests {
    /// What became of some lines.
    private struct Read: Equatable {
        var fixes: [Fix] = []
        var batteries: [BatteryCharge] = []
        var rejected: [Rejection] = []
        var dropped = 0

        /// Reads lines in one text, so that those before tell the shape of those behind.
        init(_ lines: [String], by parser: ObjectFixParser = ObjectFixParser()) {
            let registry = DeviceRegistry()
            var devices = DeviceCache(registry)
            var parsed = ParsedFixes()
            parsed.hasBatteries = true
            withScanner(of: lines.map { $0 + "\n" }.joined().utf8) { scanner in
                parser.parse(scanner, endsWithoutLineFeed: false, devices: &devices, into: &parsed)
            }
            fixes = parsed.fixes.map { fix in
                Fix(
                    device: registry.device(in: fix.device),
                    time: Timestamp(unixMilliseconds: fix.time),
                    coordinate: fix.coordinate,
                    horizontalAccuracy: fix.horizontalAccuracy.isNaN ? nil : .meters(Double(fix.horizontalAccuracy)),
                    sequence: fix.sequence == CompactFix.noSequence ? nil : fix.sequence
                )
            }
            batteries = parsed.batteries
            rejected = parsed.rejected.map(\.reason)
            dropped = parsed.notes.droppedFields
        }

        static func += (all: inout Read, more: Read) {
            all.fixes += more.fixes
            all.batteries += more.batteries
            all.rejected += more.rejected
            all.dropped += more.dropped
        }
    }

    private func expectSame(
        _ lines: [String],
        by parser: ObjectFixParser = ObjectFixParser(),
        _ comment: Comment? = nil
    ) {
        // Each line by itself is read key by key.
        let apart = lines.reduce(into: Read([])) { read, line in read += Read([line], by: parser) }
        #expect(Read(lines, by: parser) == apart, comment)
    }

    /// A line of a writer whose keys come in its own order.
    private func line(_ writer: Int, areFeatures: Bool = false, _ random: inout SplitMix64) -> String {
        func pick(_ values: [String]) -> String { values[Int(random.next() % UInt64(values.count))] }
        // A share of the lines has another value; most have the first.
        func most(_ values: [String]) -> String { random.next() % 8 == 0 ? pick(values) : values[0] }
        let (latitude, longitude) = (pick(["1", "-2.5", "30.2671530"]), pick(["2", "-97.743", "190"]))
        let place = "\"latitude\":\(latitude),\"longitude\":\(longitude)"
        var members = [
            "\"ts_unix_ms\":\(1_767_225_600_000 + random.next() % 100_000)",
            writer % 2 == 0 ? "\"coordinate\":{\(place)}" : place,
            "\"h_accuracy_m\":\(most(["5", "5.5", "-1", "0", "null", "\"5\"", "50"]))",
            "\"battery_pct\":\(most(["80", "79", "null", "-1"]))",
            "\"seq\":\(most(["7", "8", "9223372036854775807"]))",
            "\"\(writer == 4 ? "from" : "source")\":\"\(most(["iOS", "watchOS", "w", "é", "a\\\"b", ""]))\"",
            "\"note\":\"\(most(["plain", "plainer", "plai", "ü", "tab\\t", String(repeating: "x", count: 70)]))\"",
            "\"id\":\"\(random.next())\"",
            "\"alt_m\":\(most(["null", "12", "12.5", "true"]))",
            "\"motion\":\(most(["[]", "[\"walking\"]", "{\"a\":[1,2]}", "[\"walking\",\"x\"]"]))",
        ]
        if writer < 4 { members.append("\"device\":\(most(["\"one\"", "\"other\"", "17", "\"seventeen bytes 17\""]))") }
        if writer % 2 == 1 { members.append("\"user_id\":\(most(["\"ann\"", "\"bob\"", "7", "null", "\"\"", "[1]"]))") }
        if writer % 3 == 1 { members.reverse() }
        if random.next() % 40 == 0 { members.removeLast() }
        if areFeatures {
            let altitude = most(["", ",3", ",-4.5", ",null", ", 7 , 8 "])
            let kind = most(["Point", "Point", "LineString"])
            members = [
                "\"type\":\"\(most(["Feature", "Feature", "Other"]))\"", "\"id\":\(most(["1", "2", "\"x\"", "null"]))",
                "\"geometry\":{\"type\":\"\(kind)\",\"coordinates\":[\(longitude),\(latitude)\(altitude)]}",
                most(["\"properties\":{\(members.joined(separator: ","))}", "\"properties\":null"]),
            ]
            if writer % 2 == 1 { members.reverse() }
        }
        return "{\(members.joined(separator: writer % 3 == 2 ? ", " : ","))}\(random.next() % 20 == 0 ? "\r" : "")"
    }

    @Test(arguments: [false, true])
    func `lines in sequence are read like each line alone`(areFeatures: Bool) {
        let seed: UInt64 = 7
        let parser = ObjectFixParser(device: Array("file".utf8), areFeatures: areFeatures)
        var random = SplitMix64(seed: seed)
        for round in 0..<60 {
            var writer = round % 6
            let lines = (0..<60).map { _ in
                if round >= 20, random.next() % 6 == 0 { writer = Int(random.next() % 6) }
                return line(writer, areFeatures: areFeatures, &random)
            }
            #expect(Read(lines, by: parser).fixes.count > 20)
            expectSame(lines, by: parser, "round \(round), seed \(seed)")
        }
    }

    @Test func `a fix without a device belongs to its user`() {
        func line(_ members: String) -> String {
            "{\(members)\"ts_unix_ms\":1767225600000,\"latitude\":1,\"longitude\":2}"
        }
        let lines = [
            line(#""user_id":"ann","source":"iOS","#), line(#""source":"iOS","user":7,"#),
            line(#""tid":"x1","user_id":"ann","#),
            line(#""user_id":"ann","device":"d","#), line(#""user_id":null,"source":"iOS","#),
            line(#""id":"6F1C","name":"n","#),
        ]
        #expect(Read(lines).fixes.map(\.device) == ["ann", "7", "x1", "d", "iOS", "default"])
        expectSame(lines + lines)
    }

    @Test(arguments: [
        // Values that count only if another one is unusable.
        [#""x":1"#, #""user":"","deviceId":"d""#, #""user":"u","deviceId":"d""#, #""user":7,"deviceId":"d""#],
        [#""user":null,"user_id":"b""#, #""user":true,"user_id":"b""#, #""user":7,"user_id":"b""#],
        (5...7).map { #""device":"d","horizontalAccuracy":\#($0),"accuracy":10"# },
        (5...7).map { #""device":"d","accuracy":10,"horizontalAccuracy":\#($0)"# },
        // Values of another kind.
        [#""source":"s","device":17"#, #""source":"s","device":18"#, #""source":"s","device":null"#],
        [#""device":17"#, #""device":true"#], ["5", "5", "5"].map { #""device":"d","accuracy":"\#($0)""# },
        [#""seq":null,"accuracy":1"#, #""seq":null,"accuracy":2"#, #""seq":"x","accuracy":2"#],
    ])
    func `a value that counts in its own line only is not taken for that of a later one`(members: [String]) {
        let lines = members.map { #"{"ts_unix_ms":1767225600000,"latitude":1,"longitude":2,\#($0)}"# }
        expectSame(lines)
        expectSame(lines + lines.reversed() + lines)
    }

    @Test func `a nested value that goes on in the next line ends neither`() {
        func line(_ end: String) -> String {
            #"{"device":"d","ts_unix_ms":1767225600000,"latitude":1,"longitude":2,"x":"# + end
        }
        expectSame([line("[1]}"), line("[2,3]}"), line("[4,"), "5]}", line("[6]}")])
    }

    @Test(arguments: ["85%", "85x", "[85]", "true"])
    func `a battery charge that is no number is unknown`(charge: String) {
        let line = #"{"device":"d","ts_unix_ms":1767225600000,"latitude":1,"longitude":2,"battery_pct":CHARGE}"#
        let read = Read([line.replacing("CHARGE", with: charge), line.replacing("CHARGE", with: "85")])
        #expect(read.batteries == [.unknown, BatteryCharge(percent: 85)])
    }

    @Test func `a value that changes after many equal ones is read`() {
        func line(_ number: Int, accuracy: String = "5", battery: String = "80", sequence: String = "1") -> String {
            "{\"device\":\"d\",\"ts_unix_ms\":\(1_767_225_600_000 + number),\"latitude\":1,\"longitude\":2,"
                + "\"h_accuracy_m\":\(accuracy),\"battery_pct\":\(battery),\"seq\":\(sequence)}"
        }
        let same = (0..<30).map { line($0) }
        let read = Read(
            same + [
                line(30, accuracy: "55"), line(31, battery: "8"), line(32, sequence: "12"), line(33, accuracy: "6"),
                line(34),
            ]
        )
        #expect(read.fixes.suffix(5).map(\.horizontalAccuracy) == [55, 5, 5, 6, 5].map { .meters($0) })
        #expect(read.fixes.suffix(5).map(\.sequence) == [1, 1, 12, 1, 1])
        #expect(read.batteries.suffix(5) == [80, 8, 80, 80, 80].map { BatteryCharge(percent: $0) })
        expectSame(same + [line(30, accuracy: "null"), line(31), line(32, accuracy: "5}"), line(33)])
    }
}
