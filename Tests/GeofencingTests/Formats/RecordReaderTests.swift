import TestSupport
import Testing

@testable import Geofencing

@Suite struct RecordReaderTests {
    /// CSV with all that makes cutting it hard.
    private static let hardCSV: String = {
        var text = "device_id,timestamp,note,latitude,longitude,horizontal_accuracy\n"
        var random = SplitMix64(seed: 5)
        for number in 0..<400 {
            let device = ["bus-\(number)", "\"bus, \(number)\"", "\"a \"\"b\"\" \(number)\"", "z\u{fc}g \(number)"][
                number % 4
            ]
            let note = ["", "\"two\nlines, \"\"here\"\"\"", "plain", "\"\"", "5\" pipe"][number % 5]
            let latitude = ["30.5", "\"30.25\"", " 31.125 ", "91", "x", "0"][number % 6]
            let time = ["2015-09-06T05:00:47Z", "1441515647", "2015-09-06T05:00:47", "2015-09-06 07:00:47.5+02:00"][
                number % 4
            ]
            text +=
                "\(device),\(time),\(note),\(latitude),\(-97 - Double(random.next() % 100) / 64),\(number % 7 == 0 ? "bad" : "5")\n"
            if number % 31 == 0 { text += "\n" }
            if number % 37 == 0 { text += "short,row\n" }
            if number % 101 == 0 { text += "\"never closed,1441515647,,1,2,3\n" }
        }
        return text
    }()

    private static let hardNDJSON: String = {
        var text = ""
        for number in 0..<300 {
            switch number % 6 {
            case 0, 1, 2:
                text +=
                    "{\"id\":\"\(number)\",\"device\":\"d\(number % 7)\",\"ts_unix_ms\":\(1_441_515_647_000 + number).0,\"coordinate\":{\"latitude\":1.5,\"longitude\":\(number)},\"x\":null}\n"
            case 3: text += "{\"latitude\":1,\"longitude\":2,\"time\":\"2015-09-06T05:00:47Z\",\"x\":{\"y\":[1,{}]}}\n"
            case 4: text += "{\"latitude\":\"1\",\"longitude\":2,\"ts\":1}\n\n"
            default: text += "{\"latitude\":1,\"longitude\":2\n"
            }
        }
        return text
    }()

    @Test(arguments: [64, 100, 1000, 1024, 4096, 65_536, 1 << 20])
    func `the chunk size does not change the result`(_ chunkSize: Int) throws {
        for text in [Self.hardCSV, Self.hardNDJSON] {
            let whole = try ReadTrace(text: text, chunkSize: 1 << 22)
            #expect(try ReadTrace(text: text, chunkSize: chunkSize) == whole)
            #expect(whole.fixes.count > 50 && whole.rejected.count > 50)
            #expect(whole.lines == text.utf8.count { $0 == .lineFeed } - (text.hasPrefix("{") ? 0 : 1))
        }
    }

    @Test func `line ends, a BOM and gzip do not change the result`() throws {
        // A record over several lines has other bytes, and so other columns, with other line ends.
        let oneLiners = Self.hardCSV.replacing("two\nlines", with: "one line").replacing(
            "\"never closed",
            with: "never"
        )
        for text in [oneLiners, Self.hardNDJSON] {
            let plain = try ReadTrace(text: text)
            #expect(try ReadTrace(text: text.replacing("\n", with: "\r\n")) == plain)
            #expect(try ReadTrace(text: "\u{FEFF}" + text) == plain)
            #expect(try ReadTrace(text: text.replacing("\n", with: "\r")) == plain)
            #expect(try ReadTrace(text: String(text.dropLast())).fixes == plain.fixes)
            let bytes = Array(text.utf8)
            let packed = try TemporaryFile(bytes: gzip(bytes))
            #expect(try ReadTrace(packed.path, chunkSize: 500) == plain)
            let members = try TemporaryFile(
                bytes: gzip(Array(bytes[..<777])) + gzip([]) + gzip(Array(bytes[777...])) + [0, 0, 0]
            )
            #expect(try ReadTrace(members.path) == plain)
        }
    }

    @Test func `an input truncated at any byte gives its complete records and at most one more`() throws {
        let text =
            "note,device,ts,lat,lon\n,a,1441515647,30.5,-97.25\n\"b\n1\",b,1441515648,31.5,-98.5\n,c,1441515649,1,2\n"
        let bytes = Array(text.utf8)
        let whole = try ReadTrace(text: text)
        for cut in 23..<bytes.count {
            let trace = try ReadTrace(text: String(decoding: bytes[..<cut], as: UTF8.self))
            #expect(trace.fixes.count + trace.rejected.count <= 4)
            let ended = bytes[..<cut].count { $0 == .lineFeed }
            let count = [0, 0, 1, 1, 2, 3][ended]
            #expect(trace.fixes.prefix(count) == whole.fixes.prefix(count), "cut at \(cut)")
        }
    }

    @Test func `truncated gzip data gives its records, then an error with the position`() throws {
        let packed = gzip(Array(Self.hardCSV.utf8))
        let file = try TemporaryFile(bytes: Array(packed[..<(packed.count / 2)]))
        let reader = try TraceReader(.file(file.path), chunkSize: 1024)
        var records = 0
        var devices = DeviceCache(DeviceRegistry())
        let error = failure {
            try reader.forEachChunk(devices: &devices) { parsed, _ in records += parsed.records }
        }
        #expect(records > 100)
        #expect(error?.code == .invalidSyntax)
        #expect(error?.message.contains("after \(packed.count / 2) bytes") == true)
    }

    @Test func `truncated gzip data gives all of its text, however little is read at a time`() throws {
        // Repeats of 258 bytes.
        let packed: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 75, 76, 28, 5, 163, 96, 20, 140, 130, 81, 48, 10, 70, 193,
        ]
        let counts = try [4096, 1, 7, 257, 258, 259].map { size in
            let input = try InputFile(.memory(packed, name: "a.gz"))
            var bytes = [UInt8](repeating: 0, count: size)
            var (count, more) = (0, 0)
            let error = failure {
                repeat {
                    more = try input.read(into: &bytes, 0..<size)
                    count += more
                } while more > 0
            }
            #expect(error?.message == "the gzip data is cut off after 24 bytes")
            return count
        }
        #expect(counts.allSatisfy { $0 == counts[0] && $0 > 1000 }, "\(counts)")
    }

    @Test func `damaged gzip data is an error with the position`() throws {
        var packed = gzip(Array(Self.hardCSV.utf8))
        packed[packed.count - 6] ^= 1
        let file = try TemporaryFile(bytes: packed)
        let error = failure { try ReadTrace(file.path) }
        #expect(error?.code == .invalidSyntax)
        #expect(error?.message.contains("damaged at byte") == true)
        let garbage = try TemporaryFile(bytes: gzip(Array("device,ts,lat,lon\n".utf8)) + Array("rubbish".utf8))
        #expect(failure { try ReadTrace(garbage.path) }?.code == .invalidSyntax)
    }

    @Test(arguments: [1 << 20 + 10, 3_000_000])
    func `an overlong record is rejected and the next one is read`(_ length: Int) throws {
        let long = String(repeating: "x", count: length)
        let row = "a,1441515647,30.5,-97.25\n"
        for chunkSize in [1024, 1 << 20] {
            let trace = try ReadTrace(
                text: "device,ts,lat,lon\n" + row + long + ",1,2,3\n" + row,
                chunkSize: chunkSize
            )
            #expect(trace.fixes.count == 2)
            #expect(trace.rejected == [.init(reason: .lineTooLong, line: 3, column: 1)])
            #expect(trace.raw.map(\.count) == [RejectedRecord.rawLimit])
            let object = "{\"device\":\"a\",\"ts\":1441515647,\"lat\":1,\"lon\":2}\n"
            let lines = try ReadTrace(text: object + "{\"x\":\"\(long)\"}\n" + object, chunkSize: chunkSize)
            #expect(lines.fixes.count == 2)
            #expect(lines.rejected.map(\.reason) == [.lineTooLong])
        }
    }

    @Test func `a line end split by the end of the head counts once`() throws {
        let first = "{\"device\":\"d\",\"ts\":1,\"lat\":1,\"lon\":2,\"x\":\""
        let filler = String(repeating: "x", count: RecordReader.headSize - 3 - first.utf8.count)
        let trace = try ReadTrace(text: first + filler + "\"}\r\nbad\r\nbad\r\n")
        #expect(trace.fixes.count == 1)
        #expect(trace.rejected.map(\.line) == [2, 3])
        let old = try ReadTrace(text: first + filler + "\"}\rbad\rbad\r")
        #expect(old.fixes.count == 1)
        #expect(old.rejected.map(\.line) == [2, 3])
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `remembering failed quote searches does not change where records end`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let cells = ["5\" pipe", "\"6", "\"a \"\"b\"\"\"", "\"", "plain", " \"c\" ", "\"\"\"\""]
        let filler = String(repeating: "x", count: 1400)
        var text = ""
        for _ in 0..<100 {
            let isOdd = random.next() % 40 == 0
            let row = isOdd ? (0..<3).map { _ in cells[Int(random.next() % 7)] } : ["5\" pipe", "\"6"]
            text += "d,\(filler),\(row.joined(separator: ","))\n"
        }
        withScanner(of: text.utf8) { scanner in
            var search = QuoteSearch()
            var first = 0
            while first < scanner.end {
                let alone = scanner.recordEnd(from: first, delimiter: UInt8(ascii: ","), isFinal: true)
                let next = scanner.recordEnd(from: first, delimiter: UInt8(ascii: ","), isFinal: true, after: &search)
                #expect(alone == next, "the record at \(first)")
                first = (alone ?? scanner.end) + 1
            }
        }
    }

    @Test func `blanks may stand before a quoted cell with a line end in it`() throws {
        for blank in [" ", "\t", "\t "] {
            let row = "\(blank)\"x\ny\",1441515647,1,2\n"
            let trace = try ReadTrace(text: "device,ts,lat,lon\n" + row + "b,1441515647,1,2\n")
            #expect(trace.fixes.map(\.device) == ["b"])
            #expect(trace.rejected.map(\.line) == [2], "\(blank.debugDescription)")
        }
    }

    @Test func `an unclosed quote loses one record, however long the input`() throws {
        let row = "a,1441515647,30.5,-97.25\n"
        let count = 2 * RecordReader.recordLimit / row.utf8.count + 10_000
        let many = String(repeating: row, count: count)
        let trace = try ReadTrace(text: "device,ts,lat,lon\n\"b,1,2,3\n" + many, chunkSize: 65_536)
        #expect(trace.fixes.count == count)
        #expect(trace.rejected == [.init(reason: .syntax, line: 2, column: 1)])
    }

    @Test func `an unclosed quote loses one record`() throws {
        let row = "a,1441515647,30.5,-97.25\n"
        let many = String(repeating: row, count: 10_000)
        for chunkSize in [256, 1 << 20] {
            let trace = try ReadTrace(text: "device,ts,lat,lon\n\"b,1,2,3\n" + many, chunkSize: chunkSize)
            #expect(trace.fixes.count == 10_000)
            #expect(trace.rejected == [.init(reason: .syntax, line: 2, column: 1)])
        }
    }
}
