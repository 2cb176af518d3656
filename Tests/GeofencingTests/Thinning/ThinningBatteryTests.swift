import TestSupport
import Testing

@testable import Geofencing

/// The throttle goes by the charge that came with the fixes.
@Suite struct ThinningBatteryTests {
    private struct Row {
        var device: DeviceID
        var time: Int64
        var coordinate: Coordinate
        /// In percent, as it is written.
        var battery: String

        var csv: String { "\(device),\(time),\(coordinate.latitude),\(coordinate.longitude),\(battery)" }

        var ndjson: String {
            """
            {"device":"\(device)","ts_unix_ms":\(time),"battery_pct":\(battery.isEmpty ? "null" : battery),\
            "coordinate":{"latitude":\(coordinate.latitude),"longitude":\(coordinate.longitude)}}
            """
        }
    }

    /// Devices whose batteries run empty from 25 % on, with gaps, that move for a while and then lie still.
    private static let rows: [Row] = {
        var random = SplitMix64(seed: 11)
        var rows: [Row] = []
        for device in 0..<9 {
            var place = Coordinate(latitude: random.uniform(37...38), longitude: random.uniform((-122)...(-121)))
            for step in 0..<400 {
                let percent = 25 - Double(step) / 16 + Double(device) / 10
                rows.append(
                    Row(
                        device: DeviceID("d\(device)"),
                        time: 1_767_225_600_000 + Int64(step * 250 + device),
                        coordinate: place,
                        battery: device == 0 || random.next() % 3 == 0 ? "" : "\(max(0, percent))"
                    )
                )
                if step % 200 < 50 { place = Geodesic.direct(from: place, azimuth: 90, distance: 8) }
            }
        }
        return rows.sorted { $0.time < $1.time }
    }()

    private func counts(
        _ text: String,
        rule: ThinningRule = .throttle(batteryFraction: nil),
        threads: Int = 1,
        chunkSize: Int = 1 << 20,
        lateness: Int64? = nil
    ) throws -> ThinningCounts {
        let file = try TemporaryFile(text)
        let engine = try GeofenceEngine(checked: [], rules: EventRules(policy: .raw))
        let study = ThinningStudy(rule, engine: engine)
        var options = TraceEvaluation.Options()
        options.threads = threads
        options.chunkSize = chunkSize
        options.maximumLateness = lateness
        options.readsBatteries = true
        var observer = TraceEvaluation.Observer(restarted: { () throws(GeofenceError) in study.restart() })
        observer.evaluated = { study.observe($0) }
        _ = try TraceEvaluation(engine, traces: [TraceFile(path: file.path)], options: options, observer: observer)
            .run()
        return try study.finish().counts
    }

    private static func csv(_ rows: [Row]) -> String {
        (["device,ts_unix_ms,latitude,longitude,battery_pct"] + rows.map(\.csv)).joined(separator: "\n") + "\n"
    }

    private static func ndjson(_ rows: [Row]) -> String { rows.map(\.ndjson).joined(separator: "\n") + "\n" }

    @Test func `each fix uses its own charge or else the last known one`() throws {
        var throttles: [DeviceID: AdaptiveThrottle] = [:]
        var charges: [DeviceID: Double] = [:]
        let sent = Self.rows.count { row in
            if let percent = Double(row.battery) { charges[row.device] = percent / 100 }
            return throttles[row.device, default: AdaptiveThrottle()].shouldSend(
                at: Timestamp(unixMilliseconds: row.time),
                coordinate: row.coordinate,
                horizontalAccuracy: nil,
                batteryFraction: charges[row.device]
            )
        }
        let found = try counts(Self.csv(Self.rows))
        #expect(found.fixes == Self.rows.count && found.sent == sent)
        #expect(found.withBattery == Self.rows.count { !$0.battery.isEmpty } && found.withBattery > 2000)
        // It is neither what full batteries send nor what empty ones do.
        let full = try counts(Self.csv(Self.rows), rule: .throttle(batteryFraction: 1)).sent
        let empty = try counts(Self.csv(Self.rows), rule: .throttle(batteryFraction: 0)).sent
        #expect(empty < sent && sent < full)
    }

    @Test func `format, threads, chunks, order and lateness do not change the result`() throws {
        let reference = try counts(Self.csv(Self.rows))
        let byDevice = Self.rows.sorted { ($0.device, $0.time) < ($1.device, $1.time) }
        #expect(try counts(Self.ndjson(Self.rows)) == reference)
        #expect(try counts(Self.ndjson(Self.rows), threads: 3, chunkSize: 3000) == reference)
        #expect(try counts(Self.csv(Self.rows.reversed()), threads: 2, chunkSize: 3000) == reference)
        #expect(try counts(Self.csv(byDevice), chunkSize: 5000) == reference)
        #expect(try counts(Self.csv(Self.rows), threads: 2, chunkSize: 3000, lateness: 5000) == reference)
        #expect(try counts(Self.ndjson(Self.rows.reversed()), chunkSize: 3000, lateness: 1_000_000) == reference)
    }

    @Test func `an invalid charge is unknown, and its fix is still used`() throws {
        let lines = ["-1", "100.5", "\"9\"", "true", "1e999", "[5]", "{\"seq\":3}", "null"].enumerated().map {
            #"{"device":"a","ts_unix_ms":\#($0 * 1000),"battery_pct":\#($1),"latitude":1,"longitude":2}"#
        }
        let found = try counts(lines.joined(separator: "\n") + "\n")
        #expect(found.fixes == lines.count && found.sent == lines.count && found.withBattery == 0)
        let table =
            "device,ts_unix_ms,lat,lon,batt\na,0,1,2,x\na,1000,1,2,\na,2000,1,2,-1\na,3000,1,2,\"7\"\na,4000,1,2,7\n"
        let read = try counts(table)
        #expect(read.fixes == 5 && read.withBattery == 2 && read.sent == 3)
    }

    @Test func `a charge is never rounded across a whole percent`() throws {
        var random = SplitMix64(seed: 12)
        for whole in 0...100 {
            #expect(BatteryCharge(percent: Double(whole)).fraction == Double(whole) / 100)
            for percent in [
                Double(whole).nextUp, Double(whole) + random.uniform(0.01...0.99), Double(whole + 1).nextDown,
            ]
            where percent < 100 {
                let fraction = try #require(BatteryCharge(percent: percent).fraction)
                #expect(fraction > Double(whole) / 100 && fraction < Double(whole + 1) / 100, "\(percent)")
            }
        }
        for none in [-0.001, 100.001, .nan, .infinity, -.infinity] {
            #expect(BatteryCharge(percent: none) == .unknown && BatteryCharge(percent: none).fraction == nil)
        }
    }
}
