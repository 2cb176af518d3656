import TestSupport
import Testing

@testable import Geofencing

@Suite struct EventLogFormatTests {
    private func format(of log: String) throws -> EventLogFormat? {
        let file = try TemporaryFile(log)
        return try EventLogReader(path: file.path).format
    }

    private let tile38 = """
        {"ok":true,"live":true}
        {"command":"set","group":"g1","detect":"enter","hook":"depot","key":"fleet","time":"2026-01-02T03:04:05.123456789Z","id":"truck1","object":{"type":"Point","coordinates":[-112,33]}}
        {"command":"set","group":"g1","detect":"inside","hook":"depot","key":"fleet","time":"2026-01-02T03:04:05.123456789Z","id":"truck1","object":{"type":"Point","coordinates":[-112,33]}}
        {"command":"set","group":"g1","detect":"exit","hook":"depot","key":"fleet","time":"2026-01-02T03:05:05Z","id":"truck1"}
        {"command":"set","group":"g1","detect":"outside","hook":"depot","key":"fleet","time":"2026-01-02T03:05:05Z","id":"truck1"}

        """

    @Test func `Tile38 messages are recognized and verified`() throws {
        #expect(try format(of: tile38) == .tile38)
        #expect(try violations(of: tile38) == [])
        func message(_ detect: String, _ group: String, _ second: Int) -> String {
            """
            {"command":"set","group":"\(group)","detect":"\(detect)","hook":"depot","key":"fleet","time":"2026-01-02T04:00:0\(second)Z","id":"truck1"}

            """
        }
        let log = tile38 + message("exit", "g2", 0) + message("enter", "g3", 1) + message("exit", "g4", 2)
        #expect(try violations(of: log) == ["6 exit_outside 4", "8 visit_mismatch 7"])
        // A deleted object and a dropped collection leave without an exit.
        for end in [
            #"{"command":"del","hook":"depot","key":"fleet","id":"truck1","time":"2026-01-02T04:00:03Z"}"#,
            #"{"command":"drop","hook":"depot","key":"fleet","time":"2026-01-02T04:00:03Z"}"#,
        ] {
            let log = message("enter", "g1", 1) + end + "\n" + message("enter", "g2", 4) + message("enter", "g2", 5)
            #expect(try violations(of: log) == ["4 enter_inside 3"])
        }
    }

    @Test func `lines of the OwnTracks recorder that are no objects are reported, wherever they are`() throws {
        let message = #"{"_type":"transition","event":"enter","desc":"home","tid":"ab","tst":1767225600}"#
        let lines = ["2026-01-01T00:00:00Z\t*\tnot JSON\n", "2026-01-01T00:00:01Z\tevent\t\(message)\n"]
        for (log, line) in [(lines[0] + lines[1], 1), (lines[1] + lines[0], 2)] {
            #expect(try format(of: log) == .owntracks)
            #expect(try violations(of: log) == ["\(line) unreadable"])
        }
    }

    @Test func `a time rounded by a spreadsheet is unreadable`() throws {
        let log = "event,device,geofence,ts_unix_ms\nENTER,a,g,1.22473E+12\nENTER,a,g,1.224730384E12\n"
        #expect(try violations(of: log) == ["2 unreadable"])
    }

    @Test func `a Traccar event table is verified with and without time zones`() throws {
        let log = """
            id,type,eventtime,deviceid,positionid,geofenceid,attributes,maintenanceid
            1,deviceOnline,2026-01-02 03:04:05,7,,,{},
            2,geofenceEnter,2026-01-02 03:04:05,7,101,12,"{""a"":
            1}",
            3,geofenceExit,2026-01-02T03:05:05.000+00:00,7,102,12,{},
            4,geofenceExit,2026-01-02 03:06:05,7,103,12,{},
            4,geofenceEnter,2026-01-02 03:05:04,7,103,12,{},

            """
        #expect(try format(of: log) == .traccar)
        #expect(try violations(of: log) == ["6 exit_outside 5", "7 time_backwards 6", "7 id_repeated 6"])
        #expect(
            try violations(of: log.replacing("geofenceid", with: "geofenceId").replacing(",", with: ";")).count == 3
        )
    }

    @Test func `OwnTracks messages are recognized and verified`() throws {
        func message(_ event: String, _ time: Int, _ who: String = #""tid":"JP""#) -> String {
            """
            {"_type":"transition","event":"\(event)","desc":"home","wtst":1425042603,"lat":1.5,"lon":2.5,"acc":13,"tst":\(time),\(who)}

            """
        }
        let location = #"{"_type":"location","lat":1,"lon":2,"tst":1427634600,"tid":"JP"}"# + "\n"
        let other = #""tid":"JP","topic":"owntracks/jane/other/event""#
        let log =
            location + message("enter", 1_427_634_603) + message("enter", 1_427_634_604, other)
            + message("leave", 1_427_634_605) + message("leave", 1_427_634_606)
        #expect(try format(of: log) == .owntracks)
        #expect(try violations(of: log) == ["5 exit_outside 4"])
    }

    @Test func `an OwnTracks device is named as in a trace`() throws {
        func message(_ event: String, _ time: Int, _ who: String) -> String {
            #"{"_type":"transition","event":"\#(event)","rid":"","desc":"home","tst":\#(time),\#(who)}"# + "\n"
        }
        // A topic of two parts is that of all devices of a user.
        let pairs = [
            (#""topic":"owntracks/jane","tid":"JA""#, #""topic":null,"tid":"JA""#),
            (#""topic":"owntracks/jane/event","tid":"JA""#, #""topic":"","tid":"JA""#),
            (#""topic":"owntracks/jane/phone/event","tid":"JA""#, #""topic":"a/jane/phone""#),
            (#""topic":"owntracks/jane""#, #""topic":"owntracks/jane""#),
        ]
        for (first, second) in pairs {
            #expect(try violations(of: message("enter", 1, first) + message("leave", 2, second)) == [], "\(first)")
        }
        let others = #""topic":"owntracks/jane","tid":"TB""#
        #expect(try violations(of: message("enter", 1, pairs[0].0) + message("leave", 2, others)) == ["2 exit_first"])
    }

    @Test(arguments: [";", "\t"])
    func `an Excel table may have a separator line and decimal commas`(delimiter: String) throws {
        let log =
            "sep=\(delimiter)\r\nevent,device,geofence,ts_unix_ms,dwell_s\r\nENTER,a,f,1000,\r\nEXIT,a,f,2500,1#5\r\n"
        let table = log.replacing(",", with: delimiter).replacing("#", with: ",")
        #expect(try format(of: table) == .csv)
        #expect(try violations(of: table) == [])
        #expect(try violations(of: table.replacing("1,5", with: "1,7")) == ["4 dwell_mismatch 3"])
    }

    @Test func `the project's own CSV table is recognized and verified`() throws {
        let log = """
            event,device,geofence,ts_unix_ms,decided_unix_ms,latitude,longitude,cause
            ENTER,"a, b",f,1,1,0,0,movement
            EXIT,"a, b",f,2,2,0,0,movement
            EXIT,"a, b",f,2,2,0,0,movement
            EXIT,a,f

            """
        #expect(try format(of: log) == .csv)
        #expect(try violations(of: log) == ["4 exit_outside 3", "5 unreadable"])
        #expect(try violations(of: log.replacing("\n", with: "\r\n")) == ["4 exit_outside 3", "5 unreadable"])
        #expect(try violations(of: "\u{FEFF}" + log).count == 2)
    }

    @Test(arguments: [1, 2, 30])
    func `a stray quote closed by a later line costs only its own line`(last: Int) throws {
        let rows = (0..<40).map { row in
            let cause = row == 0 ? "\"initial" : row == last ? "movement\"" : "movement"
            return "\(row.isMultiple(of: 2) ? "ENTER" : "EXIT"),bus,stop,\(row)000,\(cause)\n"
        }
        let log = "event,device,geofence,ts_unix_ms,cause\n" + rows.joined()
        #expect(try violations(of: log) == ["2 unreadable", "3 exit_first"])
        let traccar = """
            id,type,eventtime,deviceid,geofenceid,attributes
            1,geofenceEnter,2026-01-02 03:04:05,7,12,"{
            2,deviceOnline,2026-01-02 03:05:05,7,,{}
            3,geofenceExit,2026-01-02 03:06:05,7,12,}"

            """
        #expect(try violations(of: traccar) == ["2 unreadable", "4 exit_first"])
    }

    @Test func `a delimiter in a quoted header name does not count`() throws {
        let log = "\"x,y,z,w,v,u,t\";event;device;geofence;ts_unix_ms\n1;ENTER;a;f;1\n2;EXIT;a;f;2\n3;EXIT;a;f;2\n"
        #expect(try format(of: log) == .csv)
        #expect(try violations(of: log) == ["4 exit_outside 3"])
    }

    @Test func `a given format is not overridden by the content`() throws {
        let log = #"{"_type":"transition","event":"enter","device":"a","geofence":"f","ts_unix_ms":1}"# + "\n"
        #expect(try format(of: log) == .owntracks)
        #expect(try violations(of: log, format: .ndjson) == ["1 unreadable"])
    }

    @Test(arguments: [EventLogFormat.ndjson, .tile38, .owntracks])
    func `a given format that no record has is an error`(format: EventLogFormat) throws {
        let log = "{\"a\":1}\n\n{\"detec\":\"enter\"}\n"
        let error = #expect(throws: GeofenceError.self) { try violations(of: log, format: format, chunkSize: 64) }
        #expect(error?.code == .unknownFormat)
        #expect(error?.message == "none of 2 records has the format \(format.rawValue)")
        #expect(try violations(of: "\n", format: format) == [])
    }

    @Test func `one record of the given format is enough`() throws {
        let other = "{\"a\":1}\n"
        #expect(try violations(of: other + "{\"_type\":\"location\"}\n" + other, format: .owntracks) == [])
        #expect(try violations(of: other + "{\"detect\":\"inside\"}\n" + other, format: .tile38) == [])
    }

    @Test func `an empty log has no violations`() throws {
        #expect(try format(of: " \n") == nil)
        #expect(try violations(of: "") == [])
    }

    @Test(arguments: [
        "[1]", "<gpx/>", "device,latitude\n1,2\n", "{\"a\":1}\n", "event,geofence\nENTER,f\n",
    ])
    func `a file that is not an event log is an error`(text: String) throws {
        let error = #expect(throws: GeofenceError.self) { try violations(of: text) }
        #expect(error?.code == .unknownFormat)
    }

    @Test func `a table without a required column is an error`() throws {
        let error = #expect(throws: GeofenceError.self) {
            try violations(of: "type,geofenceid,eventtime\ngeofenceEnter,1,2\n")
        }
        #expect(error?.code == .invalidHeader)
        #expect(error?.message.contains("deviceid") == true)
    }
}
