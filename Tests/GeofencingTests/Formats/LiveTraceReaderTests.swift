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
        if skipped > 0 { #expect(try reader.skip(to: skipped, head: Array(text.utf8.prefix(1024)))) }
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
    func `a line that is too long is rejected, and what comes after it is read`(start: String, record: String) throws {
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

    @Test func `a line that is too long may be the last or the first one`() throws {
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

    @Test func `a header that is too long ends the reading`() {
        #expect(throws: GeofenceError.self) { try read(Self.long + "\na,1000,1,1\n") }
    }
}
