import TestSupport
import Testing

@testable import Geofencing

/// Reading with several threads against reading with one.
@Suite struct GeofenceReaderThreadsTests {
    /// What reading gave, as far as anyone can see it.
    private struct Outcome: Equatable {
        var geofences: [Geofence] = []
        var locations: [InputLocation] = []
        var findings: [GeofenceFinding] = []
        var isWhole = true
        var error: GeofenceError?
    }

    private static func read(_ text: String, threads: Int, bufferSize: Int) -> Outcome {
        var result = ReadGeofences()
        var error: GeofenceError?
        do throws(GeofenceError) {
            let input = try InputFile(.memory(Array(text.utf8), name: "f"))
            try GeofenceReader.read(input, threads: threads, bufferSize: bufferSize, into: &result)
        } catch let found {
            error = found
        }
        return Outcome(
            geofences: result.geofences,
            locations: Array(result.locations),
            findings: result.findings,
            isWhole: result.isWhole,
            error: error
        )
    }

    /// Returns a feature, now and then one that is no geofence, or with properties that look like features.
    private static func feature(_ number: Int, _ random: inout SplitMix64) -> String {
        let id = Int.random(in: 0..<40, using: &random) == 0 ? number / 2 : number
        let more =
            [
                "", "", "", #","a":[{"b":1},{"c":[2,{}]},{"d":null}]"#,
                #","s":"},{\"type\":\"Feature\",\n\\""#, #","t":"}, {""#,
                #","type":{"x":[]},"u":[{} , {"type":"Feature"}]"#,
            ].randomElement(using: &random) ?? ""
        let foreign = Int.random(in: 0..<30, using: &random) == 0 ? #""crs":null,"# : ""
        let geometry =
            switch Int.random(in: 0..<12, using: &random) {
            case 0: #"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#
            case 1: #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,\#(number)]]]}"#
            case 2: #"{"type":"Point","coordinates":[500,\#(number % 80)]}"#
            case 3: "null"
            case 4, 5: #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#
            default: #"{"type":"Point","coordinates":[\#(number % 170),\#(number % 80)]}"#
            }
        return #"{\#(foreign)"type":"Feature","properties":{"id":\#(id),"radius_m":\#(number + 1)\#(more)},"#
            + #""geometry":\#(geometry)}"#
    }

    /// Breaks a text somewhere, now and then.
    private static func broken(_ text: String, _ random: inout SplitMix64) -> String {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return text }
        var bytes = Array(text.utf8)
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.remove(at: place)
        default: bytes[place] = Array("{}[],\":\n1".utf8).randomElement(using: &random) ?? 0
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func check(_ text: String, _ random: inout SplitMix64, _ comment: String) {
        let one = read(text, threads: 1, bufferSize: 1 << 20)
        for threads in [2, 3] {
            let bufferSize = Int.random(in: 64...2000, using: &random)
            let several = read(text, threads: threads, bufferSize: bufferSize)
            #expect(several == one, "\(comment), \(threads) threads, buffer \(bufferSize)")
        }
    }

    @Test func `a collection is read alike by one thread and by several`() {
        var random = SplitMix64(seed: 1)
        for round in 0..<300 {
            let separator = [",", ",\n", " ,\n  ", "\n,\t"].randomElement(using: &random) ?? ","
            let features = (0..<Int.random(in: 0..<120, using: &random)).map { Self.feature($0, &random) }
            let text =
                #"{"type":"FeatureCollection","features":["# + features.joined(separator: separator)
                + (Bool.random(using: &random) ? "]}" : "\n],\"more\":[{},{}]}\n")
            Self.check(Self.broken(text, &random), &random, "round \(round)")
        }
    }

    @Test func `a sequence is read alike by one thread and by several`() {
        var random = SplitMix64(seed: 2)
        for round in 0..<300 {
            let separator = ["\n", "\n\u{1E}", "\r\n", "\n\n", " "].randomElement(using: &random) ?? "\n"
            var texts = (0..<Int.random(in: 1..<120, using: &random)).map { Self.feature($0, &random) }
            if Int.random(in: 0..<4, using: &random) == 0 {
                let place = Int.random(in: 0..<texts.count, using: &random)
                let inner = (900..<940).map { Self.feature($0, &random) }.joined(separator: ",")
                texts.insert(#"{"type":"FeatureCollection","features":[\#(inner)]}"#, at: place)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                texts.append(#"{"features":[\#(Self.feature(999, &random))],"type":"Feature","properties":{"id":9}}"#)
            }
            Self.check(Self.broken(texts.joined(separator: separator), &random), &random, "round \(round)")
        }
    }

    @Test func `a table is read alike by one thread and by several`() {
        var random = SplitMix64(seed: 3)
        for round in 0..<300 {
            var rows = ["id,name,latitude,longitude,radius_m"]
            for number in 0..<Int.random(in: 0..<150, using: &random) {
                let id = Int.random(in: 0..<30, using: &random) == 0 ? number / 2 : number
                let name = ["", "x", "\"a \"\"b\"\"\"", "\"two\nlines\"", "é"].randomElement(using: &random) ?? ""
                let radius = Int.random(in: 0..<10, using: &random) == 0 ? "-1" : "\(number + 1)"
                rows.append("\(id),\(name),\(number % 80),\(number % 170),\(radius)")
                if Int.random(in: 0..<40, using: &random) == 0 { rows.append(rows[0]) }
                if Int.random(in: 0..<20, using: &random) == 0 { rows.append(" ") }
            }
            let text = rows.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n")
            Self.check(Self.broken(text, &random), &random, "round \(round)")
        }
    }

    @Test func `several threads find where features begin`() throws {
        let features = (0..<2000).map { number in
            #"{"type":"Feature","properties":{"id":\#(number),"radius_m":1},"#
                + #""geometry":{"type":"Point","coordinates":[1,1]}}"#
        }.joined(separator: ",\n")
        let bytes = Array(#"{"type":"FeatureCollection","features":[\#(features)]}"#.utf8)
        var reader = try GeoJSONReader(JSONSource(InputFile(.memory(bytes, name: "f")), bufferSize: 4096), threads: 2)
        var result = ReadGeofences()
        try reader.read(into: &result)
        #expect(result.geofences.count == 2000)
        // It would be 1 if they had not.
        #expect(reader.threads == 2)
    }
}
