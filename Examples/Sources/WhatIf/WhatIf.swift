// What would a day have been like with larger geofences? Reads the day twice and compares the visits.
//
//     swift run --package-path Examples WhatIf data/fences.geojson data/trace.csv 1.5

import Foundation
import Geofencing

@main
struct WhatIf {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let factor = Double(arguments[3]), factor > 0, factor.isFinite else {
            end("usage: WhatIf GEOFENCES TRACE FACTOR", status: 64)
        }
        do {
            try compare(GeofenceFile(path: arguments[1]), TraceFile(path: arguments[2]), factor: factor)
        } catch {
            // An error of the library says what is wrong, where, and what to do about it.
            end("\(error)", status: 1)
        }
    }

    static func end(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(status)
    }

    /// Prints the geofences that have more or fewer arrivals if their radii are multiplied by a factor.
    static func compare(_ file: GeofenceFile, _ trace: TraceFile, factor: Double) throws {
        let geofences = try file.read()
        let before = try arrivals(geofences, trace)
        let after = try arrivals(geofences.map { $0.scaled(by: factor) }, trace)
        for geofence in Set(before.keys).union(after.keys).sorted() {
            let (old, new) = (before[geofence] ?? 0, after[geofence] ?? 0)
            if old != new { print("\(geofence): \(old) arrivals, \(new) with radii multiplied by \(factor)") }
        }
    }

    /// Returns the number of arrivals in each geofence, of all devices together.
    static func arrivals(_ geofences: [Geofence], _ trace: TraceFile) throws -> [Geofence.ID: Int] {
        let engine = try GeofenceEngine(geofences)
        var arrivals: [Geofence.ID: Int] = [:]
        try engine.evaluate([trace], threads: 2) { transition in
            if transition.kind == .enter { arrivals[transition.geofence, default: 0] += 1 }
        }
        return arrivals
    }
}

extension Geofence {
    /// Returns the geofence with its radius scaled; polygons are unchanged.
    func scaled(by factor: Double) -> Geofence {
        guard case .circle(let center, let radius) = region else { return self }
        var scaled = self
        scaled.region = .circle(center: center, radius: .meters(radius.meters * factor))
        return scaled
    }
}
