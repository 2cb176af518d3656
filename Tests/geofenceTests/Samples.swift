/// Small inputs whose answers are obvious.
enum Samples {
    /// A square of one degree and a circle of 20 km in the middle of the next degree.
    static let fences = collection([square("square"), circle("circle", longitude: 2, latitude: 0.5, radius: "20000")])

    /// Two devices; `bus` enters the square, leaves it and enters the circle, `car` starts in the square.
    static let trace = """
        device_id,timestamp,latitude,longitude
        bus,2026-01-01T00:00:00Z,0.5,-1
        car,2026-01-01T00:00:30Z,0.25,0.25
        bus,2026-01-01T00:01:00Z,0.5,0.5
        bus,2026-01-01T00:02:00Z,0.5,1.5
        car,2026-01-01T00:02:30Z,0.25,0.5
        bus,2026-01-01T00:03:00Z,0.5,2

        """

    /// An addition to `trace`: a fix, one at 0, 0, and a record that cannot be read.
    static let odd = """
        bus,2026-01-01T00:04:00Z,0.5,2
        bus,2026-01-01T00:05:00Z,0,0
        bus,2026-01-01T00:06:00Z,north,2

        """

    /// The events of `trace`, without the coordinates.
    static let events = [
        "ENTER,car,square,1767225630000,initial", "ENTER,bus,square,1767225660000,movement",
        "EXIT,bus,square,1767225720000,movement", "ENTER,bus,circle,1767225780000,movement",
    ]

    static func collection(_ features: [String]) -> String {
        #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}\n"
    }

    static func square(_ id: String) -> String {
        feature(id, polygon: "[[[0,0],[1,0],[1,1],[0,1],[0,0]]]")
    }

    /// Returns a polygon whose two sides cross at 0.5, 0.5.
    static func bowtie(_ id: String) -> String {
        feature(id, polygon: "[[[0,0],[1,1],[1,0],[0,1],[0,0]]]")
    }

    static func feature(_ id: String, polygon coordinates: String) -> String {
        #"{"type":"Feature","properties":{"id":"\#(id)"},"geometry":{"type":"Polygon","coordinates":\#(coordinates)}}"#
    }

    static func circle(_ id: String, longitude: Double, latitude: Double, radius: String) -> String {
        """
        {"type":"Feature","properties":{"id":"\(id)","radius_m":\(radius)},\
        "geometry":{"type":"Point","coordinates":[\(longitude),\(latitude)]}}
        """
    }
}
