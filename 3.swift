import Geofencing

let corners = [(13.2, 52.4), (13.3, 52.4), (13.3, 52.5), (13.2, 52.5), (13.2, 52.4)]
let lake = try Polygon(corners.map { Coordinate(latitude: $0.1, longitude: $0.0) })
let engine = try GeofenceEngine([
    Geofence("lake", .polygon(lake)),
    Geofence("pier", .circle(center: Coordinate(latitude: 52.45, longitude: 13.3), radius: .meters(80))),
])
let shore = Coordinate(latitude: 52.45, longitude: 13.3)
print(try engine.geofences(covering: shore))  // Prints "[lake, pier]"
for near in try engine.nearestGeofences(to: shore, count: 2) { print(near.id, Int(near.distance.meters)) }
// Prints "pier -80"
// Prints "lake 0"
