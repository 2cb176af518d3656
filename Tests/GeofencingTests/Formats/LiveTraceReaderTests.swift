import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct LiveTraceReaderTests {
    private static let long = String(repeating: "\"x,", count: 1 << 20)

    /// What a reader hands out of a text, after what it skips of it.
    private func read(_ text: String, after skipped: Int = 0) throws -> (
        times: [Int64], rejected: [String], offset: Int
    ) {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "live")
        let reader = try LiveTraceReader(path: folder.url("live").path, registry: DeviceRegistry())
        if skipped > 0 {
            #expect(try reader.skip(to: skipped, head: ContentFingerprint(of: Array(text.utf8.prefix(1024)))))
        }
        var (times, rejected): ([Int64], [String]) = ([], [])
        while let next = try reader.next() {
            times += next.fixes.map(\.time)
            rejected += next.rejected.map { "\($0.line) \($0.reason.rawValue)" }
        }
        return (times, rejected, reader.offset)
    }

    @Test(arguments: [
        ("device,ts_unix_ms,latitude,longitude\na,1000,1,1\n", "a,2000,1,1\n"),
        (
            #"{"device":"a","ts_unix_ms":1000,"latitude":1,"longitude":1}"# + "\n",
            #"{"device":"a","ts_unix_ms":2000,"latitude":1,"longitude":1}"# + "\n"
        ),
    ])
    func `an overlong line is rejected and the lines after it are read`(start: String, record: String) throws {
        let text = start + Self.long + "\n" + record + Self.long + "\r\nbad\n" + record
        let first = start.split(separator: "\n").count + 1
        let result = try read(text)
        #expect(result.times == [1000, 2000, 2000])
        #expect(result.rejected.map { $0.prefix { $0 != " " } } == ["\(first)", "\(first + 2)", "\(first + 3)"])
        #expect(result.rejected.prefix(2).allSatisfy { $0.hasSuffix("line_too_long") })
        #expect(result.offset == text.utf8.count)
        // What was read up to any of its lines need not be read again.
        let rest = try read(text, after: start.utf8.count + Self.long.utf8.count + 1)
        #expect(rest.times == [2000, 2000])
        #expect(rest.rejected == Array(result.rejected.dropFirst()))
    }

    @Test(arguments: ["", String(repeating: " \r\n", count: 50_000)])
    func `lines after a long header or many blank lines are read after a skip`(blank: String) throws {
        let start =
            blank + String(repeating: "x", count: 200_000) + ",device,ts_unix_ms,latitude,longitude\n,a,1000,1,1\n"
        let text = start + ",a,2000,1,1\n,a,3000,91,1\n"
        let (all, rest) = (try read(text), try read(text, after: start.utf8.count))
        #expect(all.times == [1000, 2000] && rest.times == [2000])
        let line = blank.utf8.count { $0 == .lineFeed } + 4
        #expect(all.rejected == ["\(line) out_of_range"] && rest.rejected == all.rejected)
    }

    @Test(arguments: ["sep=;\n", "\u{FEFF} \nSEP=;\r\n\n"])
    func `the sep= line for Excel is not the header`(line: String) throws {
        let start = line + "device;ts_unix_ms;latitude;longitude\na;1000;1,5;1\n"
        let (all, rest) = (
            try read(start + "a;2000;91;1\n"), try read(start + "a;2000;91;1\n", after: start.utf8.count)
        )
        let last = line.count { $0.isNewline } + 3
        #expect(all.times == [1000] && all.rejected == ["\(last) out_of_range"])
        #expect(rest.times == [] && rest.rejected == all.rejected)
        #expect(try read(line).times == [])
    }

    @Test func `the format is recognized after a skip past an overlong first line`() throws {
        let record = #"{"device":"a","ts_unix_ms":1000,"latitude":1,"longitude":1}"# + "\n"
        let start = "{" + Self.long + "\n"
        #expect(try read(start + record, after: start.utf8.count).times == [1000])
    }

    @Test func `the last line of a CSV file is read only once it has ended`() throws {
        let start = "device,ts_unix_ms,latitude,longitude\na,1000,1,1\n"
        let first = try read(start + "a,2000,1,13.0")
        #expect(first.times == [1000])
        #expect(first.rejected.isEmpty)
        #expect(first.offset == start.utf8.count)
        #expect(try read(start + "a,2000,1,13.099\n", after: first.offset).times == [2000])
        // An object shows by itself that it is whole.
        let object = #"{"device":"a","ts_unix_ms":1000,"latitude":1,"longitude":1}"#
        let whole = try read(object)
        #expect(whole.times == [1000] && whole.offset == object.utf8.count)
        #expect(try read(object + "\n" + object, after: whole.offset).times == [1000])
        // A number that is cut is none, and no mistake either.
        for end in [#""latitude":1."#, #""latitude":-"#, #""latitude":1e"#, #""latitude":1,"x":{"y":1}"#, "x"] {
            let start = #"{"device":"a","ts_unix_ms":1000,"# + end
            let half = try read(start)
            #expect(half.times.isEmpty && half.rejected.isEmpty && half.offset == 0, "\(end)")
        }
        let cut = try read(object + "\n" + object.prefix(40))
        #expect(cut.times == [1000] && cut.rejected.isEmpty && cut.offset == object.utf8.count + 1)
    }

    @Test(arguments: [0, 400])
    func `files with the same long header are told apart by their first record`(width: Int) throws {
        let names = (0..<200).map { "column_\($0)\(String(repeating: "x", count: width))" }.joined(separator: ",")
        let header = "\n \ndevice,ts_unix_ms,latitude,longitude,\(names)\n"
        func row(_ device: String) -> String { "\(device),1000,1,1\(String(repeating: ",", count: 200))\n" }
        let folder = try TemporaryFolder()
        var heads: [ContentFingerprint] = []
        for name in ["a", "b"] {
            try folder.write(header + row(name), to: name)
            let reader = try LiveTraceReader(path: folder.url(name).path, registry: DeviceRegistry())
            while try reader.next() != nil {}
            heads.append(reader.head)
        }
        let reader = try LiveTraceReader(path: folder.url("b").path, registry: DeviceRegistry())
        #expect(try !reader.skip(to: header.utf8.count, head: heads[0]))
        #expect(try reader.skip(to: header.utf8.count, head: heads[1]))
        #expect(heads[1].count == header.utf8.count + row("b").utf8.count)
    }

    @Test func `the header of a file is read only once its line has ended`() throws {
        let header = "\u{FEFF}\n\"device\",ts_unix_ms,latitude,longitude,accuracy"
        for length in 8...header.utf8.count {
            let start = String(decoding: header.utf8.prefix(length), as: UTF8.self)
            let cut = try read(start)
            // The blank line before it has ended.
            #expect(cut.times.isEmpty && cut.rejected.isEmpty && cut.offset == 4, "\(start)")
        }
        #expect(try read(header + "\na,1000,1,1,5\n").times == [1000])
        // A pipe that ends there gets nothing more.
        #expect(throws: GeofenceError.self) { try read("device,ts_unix_ms,lat\na,1000,1\n") }
    }

    @Test func `records do not depend on how much of the input has arrived`() throws {
        // A stray quote, and one that would close it three lines later; a line end in quotes.
        let header = "device,ts_unix_ms,latitude,longitude\n"
        let rows = ["\"a,1000,1,1", "b,2000,1,1", "c,3000,1,1", "\"d\",4000,1,1", "\"x", "y\",5000,1,1"].map {
            $0 + "\n"
        }
        let whole = try read(header + rows.joined())
        #expect(whole.times == [2000, 3000, 4000, 5000])
        #expect(whole.rejected.map { $0.prefix(1) } == ["2", "6"])
    }

    @Test func `an overlong line may be the last or the first`() throws {
        let record = #"{"device":"a","ts_unix_ms":1000,"latitude":1,"longitude":1}"# + "\n"
        let last = try read(record + Self.long)
        #expect(last.times == [1000])
        #expect(last.rejected == ["2 line_too_long"])
        // The end of the file has not come as long as the line may go on.
        #expect(last.offset == record.utf8.count)
        let first = try read("{" + Self.long + "\n" + record)
        #expect(first.times == [1000])
        #expect(first.rejected == ["1 line_too_long"])
    }

    @Test func `a file that has become shorter is read from its beginning`() throws {
        let start = "\n \ndevice,ts_unix_ms,latitude,longitude\na,1000,1,1\n"
        let folder = try TemporaryFolder()
        try folder.write(start + "a,2000,91,1\n", to: "live")
        let whole = try LiveTraceReader(path: folder.url("live").path, registry: DeviceRegistry())
        while try whole.next() != nil {}
        let reader = try LiveTraceReader(path: folder.url("live").path, registry: DeviceRegistry())
        #expect(try !reader.skip(to: whole.offset + 1, head: whole.head))
        let next = try #require(try reader.next())
        #expect(next.fixes.map(\.time) == [1000] && next.rejected.map(\.line) == [5])
        #expect(reader.head == whole.head && reader.offset == whole.offset)
    }

    @Test(arguments: [
        ("", false), ("a,1000,1,1\n", true), ("a,1000,91,1\n", true),
    ])
    func `a trace is empty if it has no record, also before a skip`(records: String, hasRecord: Bool) throws {
        let header = "\ndevice,ts_unix_ms,latitude,longitude\n"
        let folder = try TemporaryFolder()
        try folder.write(header + records, to: "live")
        for skipped in Set([0, header.utf8.count, (header + records).utf8.count]) {
            let reader = try LiveTraceReader(path: folder.url("live").path, registry: DeviceRegistry())
            let head = ContentFingerprint(of: Array(header.utf8))
            if skipped > 0 { #expect(try reader.skip(to: skipped, head: head)) }
            while try reader.next() != nil {}
            #expect((reader.emptiness == nil) == hasRecord, "after \(skipped) bytes")
        }
    }

    @Test func `a last record without a line feed is one, also after a skip`() throws {
        let record = #"{"device":"a","ts_unix_ms":1000,"latitude":1,"longitude":1}"#
        let folder = try TemporaryFolder()
        try folder.write(record, to: "live")
        let reader = try LiveTraceReader(path: folder.url("live").path, registry: DeviceRegistry())
        #expect(try reader.skip(to: record.utf8.count, head: ContentFingerprint(of: Array(record.utf8))))
        #expect(try reader.next() == nil && reader.emptiness == nil)
    }

    @Test func `OwnTracks is read line by line, skipping messages that are not fixes`() throws {
        func line(_ type: String, _ user: String, _ time: Int) -> String {
            #"{"_type":"\#(type)","topic":"owntracks/u/\#(user)","lat":1,"lon":2,"tst":\#(time)}"# + "\n"
        }
        let text =
            line("location", "p1", 1) + line("transition", "p1", 2) + line("location", "p2", 3) + "bad\n"
            + line("location", "p2", 4).replacing(#""lat":1"#, with: #""lat":91"#)
        let folder = try TemporaryFolder()
        try folder.write(text, to: "live")
        let registry = DeviceRegistry()
        let reader = try LiveTraceReader(path: folder.url("live").path, registry: registry)
        var devices: [String] = []
        var rejected: [RejectedFix] = []
        while let next = try reader.next() {
            rejected += next.rejected
            devices += next.fixes.map { "\(registry.device(in: $0.device)) \($0.time)" }
        }
        #expect(devices == ["u/p1 1000", "u/p2 3000"])
        // Where in the line is not known, as the line was converted.
        #expect(rejected.map(\.line) == [4, 5] && rejected.map(\.column) == [nil, nil])
        let first = line("location", "p1", 1)
        #expect(try read(first + line("location", "p1", 2), after: first.utf8.count).times == [2000])
    }

    @Test(arguments: [
        ("<gpx version='1.1'></gpx>", "only as a whole"), ("[{}]", "JSON array"), ("{\n\"a\":1}", "several lines"),
        ("device,ts,lat,lon\ra,1,1,1\r", "carriage returns"), ("{\"type\":\"FeatureCollection\"}\n", "GeoJSON"),
        ("{\"ts\":1,\"lat\":1,\"lon\":1}\r{}\r", "carriage returns"), ("a\0b", "binary"),
    ])
    func `a format that cannot be read line by line is refused`(text: String, reason: String) throws {
        let error = #expect(throws: GeofenceError.self) { try read(text) }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func `an array on a line that does not end is refused as an array`() throws {
        let text = "[" + String(repeating: #"{"device":"a","ts_unix_ms":1,"latitude":1,"longitude":1},"#, count: 40_000)
        let error = #expect(throws: GeofenceError.self) { try read(text) }
        #expect(error?.message == "the trace is a JSON array, not one object per line")
    }

    @Test(arguments: [
        (#"[{"device":"a","ts_unix_ms":1,"latitude":1,"longitude":1}]"#, "'flatten[]'"),
        (
            #"[{"type":"Feature","properties":{"time":1},"geometry":{"type":"Point","coordinates":[1,1]}}]"#,
            "'flatten[]'"
        ),
        (#"[["a",1,1,1]]"#, "@csv"),
    ])
    func `an array of objects is refused with the command for objects, one of values with that for values`(
        text: String,
        command: String
    ) throws {
        let error = #expect(throws: GeofenceError.self) { try read(text + "\n") }
        #expect(error?.recoverySuggestion.contains(command) == true, "\(error?.recoverySuggestion ?? "")")
    }

    @Test(arguments: ["device,ts_unix_ms,latitude,longitude\n", ""])
    func `a NUL after the first line loses only its own record`(header: String) throws {
        func record(_ time: Int) -> String {
            header.isEmpty
                ? #"{"device":"a","ts_unix_ms":\#(time),"latitude":1,"longitude":1}"# + "\n" : "a,\(time),1,1\n"
        }
        let start = header + record(1000) + "\0garbage\n"
        let all = try read(start + record(2000))
        #expect(all.times == [1000, 2000] && all.rejected.count == 1)
        #expect(try read(start + record(2000), after: start.utf8.count).times == [2000])
    }

    @Test func `an overlong header is an error`() {
        #expect(throws: GeofenceError.self) { try read(Self.long + "\na,1000,1,1\n") }
    }
}
