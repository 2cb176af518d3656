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
func eventLog(_ lines: [String]) -> String {
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

    @Test func `a visit in a geofence that was dropped is neither open nor a violation`() throws {
        var verifier = EventVerifier()
        #expect(try verifier.add(LoggedEvent(.enter, device: "bus", geofence: "stop", time: 1)).isEmpty)
        #expect(verifier.openVisits == 1)
        #expect(try verifier.add(LoggedEvent(.forgotten, device: "", geofence: "stop", time: 2)).isEmpty)
        #expect(verifier.openVisits == 0)
        #expect(try verifier.finish(isClosed: true).isEmpty)
    }

    @Test func `a log in order has no violations`() throws {
        let log = log(
            "ENTER a f 1 \"id\":\"1\",\"visit_id\":\"v\"",
            "ENTER b f 1",
            "DWELL a f 2 \"visit_id\":\"v\"",
            "EXIT b f 2 \"dwell_s\":1.000",
            "EXIT a f 4 \"dwell_s\":3,\"visit_id\":\"v\",\"id\":\"2\"",
            "ENTER a f 4",
            "EXIT a f 4",
            "ENTER a g 3 \"ts_min_unix_ms\":2000,\"ts_max_unix_ms\":3000,\"decided_unix_ms\":9000,\"inferred\":true",
            "EXIT a g 4 \"ts_min_unix_ms\":4000,\"ts_max_unix_ms\":9000"
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

    @Test func `after a DWELL while outside the dwell time of the EXIT is in order`() throws {
        let log = log("ENTER a f 1", "EXIT a f 2", "DWELL a f 8", "EXIT a f 9 \"dwell_s\":4")
        #expect(try violations(of: log) == ["3 dwell_outside 2"])
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
        let log = log("ENTER a f 1", "ENTER b f 1", "EXIT b f 2", "ENTER a g 3", "DWELL a g 4")
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
