import Geofencing

let depot = Coordinate(latitude: 52.52, longitude: 13.405)
let engine = try GeofenceEngine([Geofence("depot", .circle(center: depot, radius: .meters(150)))])
let (fixes, feed) = AsyncStream.makeStream(of: Fix.self)
for (second, latitude) in [52.51, 52.52].enumerated() {
    let place = Coordinate(latitude: latitude, longitude: 13.405)
    feed.yield(Fix(device: "van-1", time: Timestamp(unixMilliseconds: Int64(second) * 1000), coordinate: place))
}
feed.finish()
for await fix in fixes {
    for transition in engine.process(fix) { print(transition.kind.rawValue, transition.geofence) }
}
// Prints "ENTER depot"
