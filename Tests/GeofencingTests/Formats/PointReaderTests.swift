import TestSupport
import Testing

@testable import Geofencing

@Suite struct PointReaderTests {
    private func read(_ text: String, chunkSize: Int = 1 << 20) throws -> (points: [String], rejected: [String]) {
        let file = try TemporaryFile(text)
        let reader = try PointReader(path: file.path, chunkSize: chunkSize)
        var parsed = ParsedPoints()
        var (points, rejected): ([String], [String]) = ([], [])
        var (row, line) = (0, reader.firstLine)
        while let chunk = try reader.nextChunk() {
            reader.parser.parse(chunk, into: &parsed)
            for index in parsed.coordinates.indices {
                let name =
                    parsed.id(of: index).map { String(decoding: $0, as: UTF8.self) } ?? "\(row + parsed.rows[index])"
                points.append("\(name) \(parsed.coordinates[index].latitude) \(parsed.coordinates[index].longitude)")
            }
            rejected += parsed.rejected.map { "\($0.reason.rawValue) \(line + $0.line)" }
            row += parsed.records
            line += parsed.lines
        }
        return (points, rejected)
    }

    @Test(arguments: [64, 1 << 20])
    func `points are named by their id, or else by their row`(_ chunkSize: Int) throws {
        let named = try read("name,id,lon,lat\nx,p1,2,1\ny,\"p \"\"2\"\"\",4.5,3\n", chunkSize: chunkSize)
        #expect(named.points == ["p1 1.0 2.0", "p \"2\" 3.0 4.5"])
        let rows = (0..<50).map { "p\($0),\($0),1\n" }.joined()
        let many = try read("id,lon,lat\n" + rows, chunkSize: chunkSize)
        #expect(many.points == (0..<50).map { "p\($0) 1.0 \($0).0" })
        let plain = try read("latitude,longitude\n1,2\n91,2\n\n3,4\nx,5\n1\n5,190", chunkSize: chunkSize)
        #expect(plain.points == ["0 1.0 2.0", "2 3.0 4.0", "5 5.0 -170.0"])
        #expect(plain.rejected == ["out_of_range 3", "coordinate 6", "column_count 7"])
    }

    @Test func `a geofence column is not the identifier`() throws {
        #expect(try read("geofence,lon,lat\nhome,2,1\nhome,4,3\n").points == ["0 1.0 2.0", "1 3.0 4.0"])
        #expect(try read("geofence,lon,lat,id\nhome,2,1,a\n").points == ["a 1.0 2.0"])
        #expect(try read("identifier,lon,lat\na,2,1\n").points == ["a 1.0 2.0"])
    }

    @Test func `points without coordinates are an error`() throws {
        #expect(failure { try read("id,x\n1,2\n") }?.code == .invalidHeader)
        #expect(failure { try read("{\"latitude\":1}") }?.code == .unknownFormat)
        #expect(try read("").points.isEmpty)
    }
}
