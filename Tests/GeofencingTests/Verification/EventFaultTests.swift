import Testing

@testable import Geofencing

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
