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
            rejected += parsed.rejected.map {
                "\($0.reason.rawValue) \(line + $0.line)\($0.column == nil ? " without column" : "")"
            }
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

    @Test(arguments: [
        #"{"id":"a","lat":1,"lon":2}"# + "\n" + #"{"latitude":"3","longitude":4.5,"id":7}"#,
        #"[{"id":"a","coordinate":{"latitude":1,"longitude":2}},{"location_lat":3,"lng":4.5,"id":7}]"#,
        #"{"n":2,"points":[{"id":"a","lat":1,"lon":2},{"lat":3,"lon":4.5,"id":7}]}"#,
        #"{"type":"FeatureCollection","features":[POINTS]}"#, "POINTS", "[POINTS]",
    ])
    func `points are read from JSON and GeoJSON`(text: String) throws {
        let features =
            #"{"type":"Feature","properties":{"id":"a","lat":9,"lon":9},"geometry":{"type":"Point","coordinates":[2,1]}}"#
            + (text == "POINTS" ? "\n" : ",")
            + #"{"type":"Feature","id":7,"geometry":{"coordinates":[ 4.5, 3, 100],"type":"Point"},"properties":null}"#
        let read = try read(text.replacing("POINTS", with: features))
        #expect(read.points == ["a 1.0 2.0", "7 3.0 4.5"])
        #expect(read.rejected.isEmpty)
    }

    @Test(arguments: [#"{"type":"FeatureCollection","features":[%]}"#, "[%]"])
    func `features without a geometry before the first point are rejected`(form: String) throws {
        let features = ["null", #"{"type":"Point","coordinates":[2,1]}"#].map {
            #"{"type":"Feature","id":"a","geometry":\#($0),"properties":{"name":"A"}}"#
        }
        let read = try read(form.replacing("%", with: features.joined(separator: ",\n")))
        #expect(read.points == ["a 1.0 2.0"] && read.rejected == ["missing_value 1 without column"])
    }

    @Test func `an object with several lists of points is refused instead of read in part`() throws {
        let list = #"[{"id":"a","lat":1,"lon":2}]"#
        let error = failure { try read("{\"from\":\(list),\n\"to\":\(list)}") }
        #expect(error?.code == .unknownFormat && error?.location?.line == 2)
        #expect(error?.message == "there are lists in both \"from\" and \"to\", but only one can be read")
        #expect(try read("{\"from\":\(list),\"to\":[],\"other\":[{\"id\":1}]}").points == ["a 1.0 2.0"])
    }

    @Test(arguments: ["FIRST,\"features\":[POINT]", "\"features\":[POINT],FIRST"])
    func `points in another reference system are refused`(members: String) throws {
        let point = #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[2,1]}}"#
        func text(_ name: String) -> String {
            let crs = #""crs":{"type":"name","properties":{"name":"\#(name)"}}"#
            return "{\"type\":\"FeatureCollection\","
                + members.replacing("FIRST", with: crs).replacing("POINT", with: point)
                + "}"
        }
        let error = failure { try read(text("urn:ogc:def:crs:EPSG::4267")) }
        #expect(error?.code == .unknownFormat && error?.message.contains("EPSG::4267") == true, "\(error as Any)")
        let feature = point.replacing(#""Point""#, with: #""Point","crs":{"properties":{"name":"EPSG:4267"}}"#)
        #expect(failure { try read(feature + "\n") }?.code == .unknownFormat)
        #expect(try read(text("urn:ogc:def:crs:OGC:1.3:CRS84")).points == ["7 1.0 2.0"])
    }

    @Test func `the identifier of a feature counts if that of its properties is null`() throws {
        let geometry = #""geometry":{"type":"Point","coordinates":[2,1]}"#
        let text = #"{"type":"Feature","id":7,"properties":{"id":null},\#(geometry)}"#
        #expect(try read(text).points == ["7 1.0 2.0"])
    }

    @Test func `an object is no identifier, and a point with a list of points is one point`() throws {
        let text = #"[{"id":{"a":1},"lat":1,"lon":2,"past":[{"id":"b","lat":3,"lon":4}]}]"#
        #expect(try read(text).points == ["0 1.0 2.0"])
    }

    @Test(arguments: ["latitude", "lat"])
    func `two values of a latitude are used only if they agree`(key: String) throws {
        let points = ["1.0", "2", "null"].map { #"{"lat":\#($0),"\#(key)":1,"lon":2}"# }
        let read = try read("[\(points.joined(separator: ",\n"))]")
        #expect(read.points == ["0 1.0 2.0", "2 1.0 2.0"])
        #expect(read.rejected == ["coordinate 2 without column"])
    }

    @Test func `what has no place among points of JSON is rejected with its line`() throws {
        let text = "[\n{\"lat\":1,\"lon\":2},\n{\"lat\":1},\n5,{\"lat\":91,\"lon\":2},\n{\"lat\":3,\"lon\":4}]"
        let read = try read(text)
        #expect(read.points == ["0 1.0 2.0", "4 3.0 4.0"])
        #expect(
            read.rejected == [
                "missing_value 3 without column", "missing_value 4 without column", "out_of_range 5 without column",
            ]
        )
        #expect(try self.read("[]").points.isEmpty)
    }

    @Test(arguments: [("<kml></kml>", "gpsbabel -i FORMAT"), ("[[1,2]]", "Give latitude, longitude")])
    func `points in another format are told how to be given`(text: String, advice: String) throws {
        let error = try #require(failure { try read(text) })
        #expect(error.code == .unknownFormat && error.recoverySuggestion.contains(advice), "\(error)")
    }

    @Test func `points without coordinates are an error`() throws {
        #expect(failure { try read("id,x\n1,2\n") }?.code == .invalidHeader)
        #expect(failure { try read("{\"latitude\":1}") }?.code == .unknownFormat)
        let area = #"{"type":"Feature","properties":{"lat":1,"lon":2},"geometry":{"type":"Polygon","coordinates":[]}}"#
        #expect(failure { try read(area) }?.code == .unknownFormat)
        #expect(failure { try read("[{\"lat\":1,\"lon\":2}") }?.message.contains("breaks off") == true)
        #expect(try read("").points.isEmpty)
    }
}
