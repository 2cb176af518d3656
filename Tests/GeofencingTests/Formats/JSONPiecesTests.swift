import TestSupport
import Testing

@testable import Geofencing

/// Arrays and objects over several lines, read piece by piece.
@Suite struct JSONPiecesTests {
    private static let text = """
        [{"a":1,"b":[1,{"c":"]}\\""}]}, 7 ,"x\\\\", [[], [null,
        {
          "d": true,\t"e": {}
        } ]], -1.5e3]\u{1E}{"f":[]} \r\n["é"]

        """

    /// The elements of a text that arrives in pieces of `count` bytes.
    private func elements(of text: String, inPiecesOf count: Int, lists: Set<String> = []) throws -> [String] {
        var elements = JSONElements(lists: lists)
        var found: [String] = []
        var rest: [UInt8] = []
        var unread = Array(text.utf8)[...]
        repeat {
            rest += unread.prefix(count)
            unread = unread.dropFirst(count)
            try withScanner(of: rest) { scanner throws(DocumentProblem) in
                while let element = try elements.next(&scanner, isAll: unread.isEmpty) {
                    found.append(scanner.text(in: element))
                }
                rest = scanner.bytes(in: scanner.position..<scanner.end)
            }
        } while !unread.isEmpty
        #expect(rest.isEmpty)
        return found
    }

    @Test func `elements are the same whatever the pieces in which the text arrives`() throws {
        let whole = try elements(of: Self.text, inPiecesOf: 1000)
        #expect(
            whole.map { $0.replacing("\n", with: "") } == [
                #"{"a":1,"b":[1,{"c":"]}\""}]}"#, "7", #""x\\""#, "null", "{  \"d\": true,\t\"e\": {}}", "-1.5e3",
                #"{"f":[]}"#, #""é""#,
            ]
        )
        for count in 1..<Self.text.utf8.count { #expect(try elements(of: Self.text, inPiecesOf: count) == whole) }
    }

    @Test func `the elements of a list are found whatever the pieces, and whatever is beside it`() throws {
        let texts = [
            #"{"list":[1,{"list":[2]}]}"#, #"{"a":{"list":[0]},"list":[1,{"list":[2]}],"b":[3],"list2":[4]}"#,
            #"[{"list":[1]},{"x":0,"list":[{"list":[2]}]}]"#, #"{"list":[1],"list":[{"list":[2]}]}"#,
        ]
        for text in texts {
            for count in 1...text.utf8.count {
                let found = try elements(of: text, inPiecesOf: count, lists: ["list"])
                #expect(found == ["1", #"{"list":[2]}"#], "\(text) in pieces of \(count)")
            }
        }
        #expect(try elements(of: #"{"list":7} {"lists":[1]}"#, inPiecesOf: 3, lists: ["list"]).count == 2)
    }

    @Test func `every beginning of a text is an error, except where a value ends`() throws {
        let text = #"{"n":[0],"list":[1,[{"a":"\u0041"}]],"z":true}"#
        for count in 1..<text.utf8.count {
            let error = #expect(throws: DocumentProblem.self) {
                try elements(of: String(text.prefix(count)), inPiecesOf: 5, lists: ["list"])
            }
            #expect(error?.reason == .breaksOff, "\(text.prefix(count))")
        }
    }

    @Test func `a string with a line end is broken, not broken off, even if the piece ends with blanks`() throws {
        let text = "[\"a" + String(repeating: "\n", count: 40) + "b\"]"
        for count in 1...text.utf8.count {
            let error = #expect(throws: DocumentProblem.self) { try elements(of: text, inPiecesOf: count) }
            #expect(error?.reason == .broken, "in pieces of \(count)")
        }
    }

    @Test(arguments: [
        "[1,]", "[,1]", "[1 2]", "[1}", "{]", "]", ",", "1,2", "[1]]", #"{"list":[1]]"#, #"{"list":[1] "a":2}"#,
        #"{"list":[1],}"#, "[1,\u{1E}2]", "[\u{1E}]", #"{"list":[1],"a"}"#, #"{"list":[1},"a":2}"#, "[\"a\nb\"]",
        "[\u{0}]", "[nul\u{0}l]",
    ])
    func `what is not JSON is an error`(text: String) {
        for count in [1, 4, 100] {
            #expect(throws: DocumentProblem.self) { try elements(of: text, inPiecesOf: count, lists: ["list"]) }
        }
    }

    @Test func `arrays nested too deeply are an error`() throws {
        let text = String(repeating: "[", count: 100)
        for count in [7, 100] {
            let error = #expect(throws: DocumentProblem.self) { try elements(of: text, inPiecesOf: count) }
            #expect(error?.reason == .tooDeep)
        }
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
        }
        #expect(try elements(of: nested(ByteScanner.depthLimit), inPiecesOf: 100) == ["1"])
        #expect(throws: DocumentProblem.self) { try elements(of: nested(ByteScanner.depthLimit + 1), inPiecesOf: 100) }
    }

    /// A fix whose device is its number, possibly with much else in it.
    private static func fix(_ number: Int, filler: Int = 0) -> String {
        let note = filler == 0 ? "" : #","note":"\#(String(repeating: "x", count: filler))""#
        return
            #"{"device":"\#(number)","ts_unix_ms":\#(1_767_225_600_000 + number),"latitude":1,"longitude":2\#(note)}"#
    }

    @Test func `an array of several pieces is read like its lines`() throws {
        let fixes = (0..<40_000).map { Self.fix($0, filler: $0 % 50) }
        #expect(fixes.reduce(0) { $0 + $1.utf8.count } > 3 << 20)
        let lines = try ReadTrace(text: fixes.joined(separator: "\n") + "\n")
        #expect(lines.fixes.count == 40_000)
        let array = try ReadTrace(text: "[" + fixes.joined(separator: ",\n") + "]")
        #expect(array == lines)
        #expect(try ReadTrace(text: "[" + fixes.joined(separator: ",") + "]").fixes == lines.fixes)
    }

    @Test func `an element that is too long for a record is rejected with its line, and the rest is read`() throws {
        let text = "[\n\(Self.fix(1)),\n\(Self.fix(2, filler: 5 << 20)),\n\(Self.fix(3))\n]"
        let read = try ReadTrace(text: text)
        #expect(read.fixes.map(\.device) == ["1", "3"])
        #expect(read.rejected.map(\.line) == [3] && read.rejected.map(\.reason) == [.lineTooLong])
    }

    @Test func `what an array has before it breaks off is read, and then the error is thrown`() throws {
        let fixes = (0..<30_000).map { Self.fix($0) }.joined(separator: ",")
        for (text, message) in [
            ("[\(fixes),", "the JSON breaks off after \(fixes.utf8.count + 2) bytes"),
            ("[\(fixes)}", "the JSON is malformed"),
        ] {
            let reader = try TraceReader(.memory(Array(text.utf8), name: "t"))
            var devices = DeviceCache(DeviceRegistry())
            var count = 0
            let error = failure {
                try reader.forEachChunk(devices: &devices) { parsed, _ in count += parsed.fixes.count }
            }
            #expect(error?.message == message)
            #expect(error?.location?.column == (text.hasSuffix("}") ? text.utf8.count : nil))
            #expect(count == 30_000)
        }
    }

    @Test func `where an array of many pieces is broken, the line and the column are named`() throws {
        let fixes = (0..<30_000).map { Self.fix($0) }
        for separator in [",\n", ","] {
            let text = "[" + fixes.joined(separator: separator) + ",\n {\"a\": 'x'}]"
            let error = failure { try ReadTrace(text: text) }
            #expect(error?.message == "the JSON is malformed")
            #expect(error?.location?.line == (separator == "," ? 2 : 30_001) && error?.location?.column == 8)
        }
    }

    @Test func `the column is left out if the line begins in an earlier piece`() {
        let fixes = (0..<30_000).map { Self.fix($0) }.joined(separator: ",")
        let error = failure { try ReadTrace(text: "[\n\(fixes)}") }
        #expect(error?.location?.line == 2 && error?.location?.column == nil)
    }

    @Test func `carriage returns that end the lines count in every piece`() throws {
        let fixes = (0..<30_000).map { Self.fix($0) }
        let text = "[\r" + fixes.joined(separator: ",\r") + ",\r{\"device\":\r1}\r]\r"
        #expect(try ReadTrace(text: text).rejected.map(\.line) == [30_002])
        // Each element takes a line in any case; a blank one is there only if it was counted.
        let spaced = text.replacing(",\r", with: ",\r\r")
        #expect(try ReadTrace(text: spaced).rejected.map(\.line) == [60_002])
    }

    @Test func `line ends in a rejected element are spaces`() throws {
        let trace = try ReadTrace(text: "[\n{\"a\":\r1},\n{\"b\":\r\n2}]")
        #expect(trace.raw.map { String(decoding: $0, as: UTF8.self) } == [#"{"a": 1}"#, #"{"b":  2}"#])
    }

    @Test func `what an array has before its gzip data breaks off is read, and then the error is thrown`() throws {
        let packed = gzip(Array("[\((0..<30_000).map { Self.fix($0) }.joined(separator: ","))]".utf8))
        let reader = try TraceReader(.memory(Array(packed.dropLast(200_000)), name: "t"))
        var devices = DeviceCache(DeviceRegistry())
        var count = 0
        let error = failure {
            try reader.forEachChunk(devices: &devices) { parsed, _ in count += parsed.fixes.count }
        }
        #expect(error?.message.contains("the gzip data is cut off") == true)
        #expect((20_000..<30_000).contains(count))
    }

    @Test func `a line end split by the end of the head counts once`() throws {
        let head = Self.fix(1)
        let space = String(repeating: " ", count: RecordReader.headSize - head.utf8.count - 3)
        let text = "[\(space)\(head),\r\n{\r\n\"device\": 2},\r\n{}]"
        #expect(try ReadTrace(text: text).rejected.map(\.line) == [2, 4])
    }
}
