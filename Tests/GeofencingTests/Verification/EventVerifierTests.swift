import TestSupport
import Testing

@testable import Geofencing

/// What is wrong with a log: `line code` of each violation.
func violations(
    of log: String,
    format: EventLogFormat? = nil,
    isClosed: Bool = false,
    chunkSize: Int = 1 << 20
) throws -> [String] {
    let file = try TemporaryFile(log)
    let reader = try EventLogReader(path: file.path, format: format, chunkSize: chunkSize)
    var verifier = EventVerifier()
    var found: [EventViolation] = []
    var goesOn = true
    while goesOn {
        goesOn = try reader.read { record throws(GeofenceError) in
            switch record {
            case .event(let event): found += try verifier.add(event)
            case .other: break
            case .unreadable(let line, let message): found.append(EventViolation(.unreadable, line: line, message))
            }
        }
    }
    found += try verifier.finish(isClosed: isClosed)
    return found.map { "\($0.line) \($0.code.rawValue)" + ($0.otherLine.map { " \($0)" } ?? "") }
}

/// A log of lines like `ENTER a f 10 "id":"x"`: kind, device, geofence, seconds and more members.
private func eventLog(_ lines: [String]) -> String {
    lines.map { line in
        let words = line.split(separator: " ", maxSplits: 4)
        let more = words.count > 4 ? ",\(words[4])" : ""
        return """
            {"event":"\(words[0])","device":"\(words[1])","geofence":"\(words[2])","ts_unix_ms":\(words[3])000\(more)}

            """
    }.joined()
}

@Suite struct EventVerifierTests {
    private func log(_ lines: String...) -> String { eventLog(lines) }

    @Test func `a log in order has no violations`() throws {
        let log = log(
            "ENTER a f 1 \"id\":\"1\",\"visit_id\":\"v\"",
            "ENTER b f 1",
            "DWELL a f 2 \"visit_id\":\"v\"",
            "EXIT b f 2 \"dwell_s\":1.000",
            "EXIT a f 4 \"dwell_s\":3,\"visit_id\":\"v\",\"id\":\"2\"",
            "ENTER a f 4",
            "EXIT a f 4",
            "ENTER a g 3 \"ts_min_unix_ms\":2000,\"ts_max_unix_ms\":3000,\"decided_unix_ms\":9000,\"inferred\":true"
        )
        #expect(try violations(of: log) == [])
    }

    @Test func `ENTER while inside`() throws {
        #expect(
            try violations(of: log("ENTER a f 1", "ENTER a g 1", "ENTER a f 2", "EXIT a f 3")) == ["3 enter_inside 1"]
        )
    }

    @Test func `identifiers that differ only in Unicode normalization are distinct`() throws {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        let log = log(
            "ENTER \(composed) f 1",
            "ENTER \(decomposed) f 2",
            "ENTER a \(composed) 3",
            "ENTER a \(decomposed) 3",
            "EXIT \(decomposed) f 4",
            "EXIT \(composed) f 5"
        )
        #expect(try violations(of: log) == [])
    }

    @Test func `EXIT before any ENTER`() throws {
        #expect(try violations(of: log("EXIT a f 1", "ENTER a f 2", "EXIT b f 2")) == ["1 exit_first", "3 exit_first"])
    }

    @Test func `EXIT while outside`() throws {
        #expect(try violations(of: log("ENTER a f 1", "EXIT a f 2", "EXIT a f 3")) == ["3 exit_outside 2"])
    }

    @Test func `DWELL while outside`() throws {
        #expect(
            try violations(of: log("DWELL a f 1", "ENTER a f 2", "EXIT a f 3", "DWELL a f 4"))
                == ["1 dwell_outside", "4 dwell_outside 3"]
        )
    }

    @Test func `DWELL twice in a visit`() throws {
        #expect(
            try violations(
                of: log("ENTER a f 1", "DWELL a f 2", "DWELL a f 3", "EXIT a f 4", "ENTER a f 5", "DWELL a f 6")
            )
                == ["3 dwell_repeated 2"]
        )
    }

    @Test func `time going backwards for a device and geofence`() throws {
        let log = log("ENTER a f 5", "ENTER b f 1", "ENTER a g 1", "EXIT a f 4", "ENTER a f 5")
        #expect(try violations(of: log) == ["4 time_backwards 1"])
    }

    @Test func `a dwell time that is not EXIT minus ENTER`() throws {
        let log = log("ENTER a f 1", "EXIT a f 4 \"dwell_s\":3.002", "ENTER b f 1", "EXIT b f 4 \"dwell_s\":3.001")
        #expect(try violations(of: log) == ["2 dwell_mismatch 1"])
    }

    @Test func `a visit identifier other than that of the ENTER`() throws {
        let log = log(
            "ENTER a f 1 \"visit_id\":\"v\"",
            "DWELL a f 2 \"visit_id\":\"w\"",
            "EXIT a f 4 \"visit_id\":\"x\"",
            "ENTER b f 1",
            "EXIT b f 2 \"visit_id\":\"v\""
        )
        #expect(try violations(of: log) == ["2 visit_mismatch 1", "3 visit_mismatch 1", "5 visit_repeated 1"])
    }

    @Test func `an event outside its time bracket, or decided before it happened`() throws {
        let log = log(
            "ENTER a f 1 \"ts_min_unix_ms\":1001",
            "EXIT a f 2 \"ts_max_unix_ms\":1999",
            "ENTER a f 3 \"decided_unix_ms\":2999"
        )
        #expect(try violations(of: log) == ["1 outside_bracket", "2 outside_bracket", "3 decided_early"])
    }

    @Test func `repeated event and visit identifiers`() throws {
        let log = log(
            "ENTER a f 1 \"id\":\"x\"",
            "EXIT a f 2 \"visit_id\":1,\"id\":\"y\"",
            "ENTER b f 2 \"id\":\"x\"",
            "EXIT b f 3 \"visit_id\":1",
            "ENTER a f 3 \"id\":\"x\"",
            "EXIT a f 4 \"visit_id\":1"
        )
        #expect(
            try violations(of: log) == [
                "3 id_repeated 1", "4 visit_repeated 2", "5 id_repeated 1", "6 visit_repeated 2",
            ]
        )
    }

    @Test func `a visit identifier of another geofence or device, open or closed`() throws {
        let log = log(
            "ENTER a f 1 \"visit_id\":\"v\"",
            "ENTER a g 2 \"visit_id\":\"v\"",
            "EXIT a f 3 \"visit_id\":\"v\"",
            "ENTER b f 4 \"visit_id\":\"v\"",
            "ENTER b g 4 \"visit_id\":\"w\""
        )
        #expect(try violations(of: log) == ["2 visit_repeated 1", "4 visit_repeated 1"])
    }

    @Test func `open visits in a log that must be closed`() throws {
        let log = log("ENTER a f 1", "ENTER b f 1", "EXIT b f 2", "ENTER a g 3")
        #expect(try violations(of: log) == [])
        #expect(try violations(of: log, isClosed: true) == ["1 visit_open", "4 visit_open"])
    }

    @Test func `lines that are not events`() throws {
        let good = log("ENTER a f 1")
        let bad = [
            "{\"event\":\"ENTER\"", "[]", "{}",
            "{\"event\":\"LEAVE\",\"device\":\"a\",\"geofence\":\"f\",\"ts_unix_ms\":1}",
            "{\"event\":\"EXIT\",\"device\":\"\",\"geofence\":\"f\",\"ts_unix_ms\":1}",
            "{\"event\":\"EXIT\",\"device\":\"a\",\"geofence\":\"f\",\"ts_unix_ms\":\"soon\"}",
            "{\"event\":\"EXIT\",\"device\":\"a\",\"geofence\":\"f\",\"ts_unix_ms\":1,\"dwell_s\":\"long\"}",
            good + good,
            "{\"event\":\"EXIT\",\"event\":\"EXIT\",\"device\":\"a\",\"geofence\":\"f\",\"ts_unix_ms\":1}",
        ].map { $0.split(separator: "\n").joined() + "\n" }
        let expected = bad.indices.map { "\($0 + 2) unreadable" }
        #expect(try violations(of: good + bad.joined()) == expected)
    }

    @Test(arguments: [64, 100, 1000])
    func `the chunk size does not affect the violations`(chunkSize: Int) throws {
        let text = (0..<50).map { log("ENTER a f \($0 * 2)", "EXIT a f \($0 * 2 + 1)", "EXIT a f \($0 * 2 + 1)") }
            .joined()
        let expected = (0..<50).map { "\($0 * 3 + 3) exit_outside \($0 * 3 + 2)" }
        #expect(try violations(of: text, chunkSize: chunkSize) == expected)
    }
}

/// One fault, told once.
@Suite struct EventFaultTests {
    @Test(arguments: [
        (1, "2 id_repeated 1"), (2, "3 id_repeated 2"), (3, "4 id_repeated 3"),
    ])
    func `an event repeated on the next line`(line: Int, expected: String) throws {
        var lines = [
            "ENTER a f 1 \"id\":\"x\",\"visit_id\":\"x\"", "DWELL a f 2 \"id\":\"y\",\"visit_id\":\"x\"",
            "EXIT a f 3 \"id\":\"z\",\"visit_id\":\"x\",\"dwell_s\":2",
        ]
        lines.insert(lines[line - 1], at: line)
        #expect(try violations(of: eventLog(lines)) == [expected])
    }

    @Test func `a repeated visit, immediately and later`() throws {
        let visit = [
            "ENTER a f 1 \"id\":\"x\",\"visit_id\":\"x\"", "EXIT a f 2 \"id\":\"y\",\"visit_id\":\"x\"",
        ]
        #expect(try violations(of: eventLog(visit + visit)) == ["3 id_repeated 1", "4 id_repeated 2"])
        let next = ["ENTER a f 3 \"id\":\"v\",\"visit_id\":\"v\"", "EXIT a f 4 \"id\":\"w\",\"visit_id\":\"v\""]
        #expect(
            try violations(of: eventLog(visit + next + visit))
                == ["5 time_backwards 4", "5 id_repeated 1", "6 id_repeated 2"]
        )
    }

    @Test func `an extra ENTER: the EXIT belongs to the first one`() throws {
        let log = eventLog([
            "ENTER a f 1 \"visit_id\":\"v\"", "ENTER a f 2 \"visit_id\":\"w\"",
            "EXIT a f 4 \"visit_id\":\"v\",\"dwell_s\":3",
        ])
        #expect(try violations(of: log) == ["2 enter_inside 1"])
    }

    @Test func `a missing ENTER before a DWELL`() throws {
        let log = eventLog([
            "DWELL a f 1 \"visit_id\":\"v\"", "EXIT a f 2 \"visit_id\":\"v\",\"dwell_s\":60", "EXIT a f 3",
            "DWELL a f 4 \"visit_id\":\"w\"", "ENTER a f 5 \"visit_id\":\"w\"", "EXIT a f 6 \"visit_id\":\"w\"",
        ])
        #expect(try violations(of: log) == ["1 dwell_outside", "3 exit_outside 2", "4 dwell_outside 3"])
    }

    @Test func `a missing EXIT and the ENTER after it`() throws {
        let log = eventLog([
            "ENTER a f 1 \"visit_id\":\"v\"", "DWELL a f 2 \"visit_id\":\"v\"", "DWELL a f 8 \"visit_id\":\"w\"",
            "EXIT a f 9 \"visit_id\":\"w\",\"dwell_s\":3",
        ])
        #expect(try violations(of: log) == ["3 visit_mismatch 1"])
    }

    @Test func `one wrong time is reported once`() throws {
        let late = eventLog(["ENTER a f 1", "EXIT a f 90", "ENTER a f 3", "EXIT a f 4 \"dwell_s\":1", "ENTER a f 5"])
        #expect(try violations(of: late) == ["3 time_backwards 2"])
        let early = eventLog([
            "ENTER a f 10", "EXIT a f 2 \"dwell_s\":10", "ENTER a f 30", "EXIT a f 40 \"dwell_s\":10",
        ])
        #expect(try violations(of: early) == ["2 time_backwards 1"])
        let bracket = eventLog([
            "ENTER a f 90 \"ts_max_unix_ms\":2000,\"decided_unix_ms\":3000", "EXIT a f 4 \"dwell_s\":2",
        ])
        #expect(try violations(of: bracket) == ["1 outside_bracket"])
    }
}

@Suite struct RepeatFinderTests {
    @Test func `repeats are found across sorted runs in a temporary file`() throws {
        var finder = RepeatFinder(limit: 7)
        for line in 0..<1000 { try finder.add("text \(line % 990)", line: line) }
        let found = try finder.repeats().sorted { $0.line < $1.line }
        #expect(found.map(\.line) == Array(990..<1000))
        #expect(found.map(\.first) == Array(0..<10))
        #expect(try finder.repeats().isEmpty)
    }

    @Test func `there may be more runs than file descriptors, and runs longer than a buffer`() throws {
        var finders = [(1, 1500), (100, 9999)].map { (finder: RepeatFinder(limit: $0), count: $1) }
        for index in finders.indices {
            let count = finders[index].count
            for line in 0..<count { try finders[index].finder.add("text \(line % (count - 5))", line: line) }
            let found = try finders[index].finder.repeats().sorted { $0.line < $1.line }
            #expect(found.map(\.line) == Array((count - 5)..<count))
            #expect(found.map(\.first) == Array(0..<5))
        }
    }
}
