import Geofencing

func arrivals(at geofences: String, of trace: String) throws(GeofenceError) -> Int {
    let engine = try GeofenceEngine(GeofenceFile(path: geofences).read())
    var arrivals = 0
    let counts = try TraceFile(path: trace).forEachBatch { fixes in
        arrivals += engine.process(fixes).count { $0.kind == .enter }
    }
    if counts.read > counts.used { print("left out:", counts.rejected) }
    return arrivals
}
