import Geofencing

let depot = Coordinate(latitude: 52.52, longitude: 13.405)
let engine = try GeofenceEngine([Geofence("depot", .circle(center: depot, radius: .meters(150)))])

for (minute, latitude) in [52.500, 52.5195, 52.521, 52.530].enumerated() {
    let time = Timestamp(unixMilliseconds: 1_767_225_600_000 + Int64(minute) * 60_000)
    let fix = Fix(device: "truck-7", time: time, coordinate: Coordinate(latitude: latitude, longitude: 13.405))
    for transition in engine.process(fix) {
        print(transition.kind.rawValue, transition.device, transition.geofence, transition.cause, transition.time)
    }
}
// Prints "ENTER truck-7 depot movement 1767225660000"
// Prints "EXIT truck-7 depot movement 1767225780000"
print(try engine.geofences(covering: depot))  // Prints "[depot]"
print(engine.presence(of: "truck-7", in: "depot"))  // Prints "outside"
