import Geofencing
import Testing

@Suite struct LabeledScenarioTests {
    /// FNV-1a of all geofences, fixes and visits of two devices from seed 7.
    private static let sums: [LabeledScenario.Situation: UInt64] = [
        .stationaryNoise: 0xBE2E_8F50_85FE_0555, .outliers: 0x3E78_E219_B512_B218, .departure: 0x073A_AF33_AE9A_9A78,
        .smallShop: 0x7ABD_6E02_F23D_437B, .passThrough: 0x28B2_153E_C7F8_7908, .newestFirst: 0xFC52_11A2_85AD_BC00,
        .tunnel: 0xDEC2_72C1_875B_57FA, .antimeridian: 0x2958_F108_9227_C90F,
    ]

    private static func scenario(_ situation: LabeledScenario.Situation, seed: UInt64 = 7) -> LabeledScenario {
        LabeledScenario(situation, seed: seed, devices: 2)
    }

    @Test(arguments: LabeledScenario.Situation.allCases)
    func `seed 7 gives the same bits on every platform`(situation: LabeledScenario.Situation) {
        let scenario = Self.scenario(situation)
        var sum = Checksum()
        for geofence in scenario.geofences { sum.add(geofence) }
        for fix in scenario.fixes { sum.add(fix) }
        for visit in scenario.visits {
            sum.add(UInt64(bitPattern: visit.enter))
            sum.add(UInt64(bitPattern: visit.exit ?? 0))
        }
        #expect(sum.value == Self.sums[situation], "\(situation): 0x\(String(sum.value, radix: 16))")
        #expect(Self.scenario(situation, seed: 8).fixes[0].coordinate != scenario.fixes[0].coordinate)
    }

    /// Outliers are outside by intent.
    @Test(arguments: LabeledScenario.Situation.allCases.filter { $0 != .outliers })
    func `without noise, fixes are inside exactly during visits`(situation: LabeledScenario.Situation) throws {
        var settings = LabeledScenario.Settings()
        settings.noise = 0
        let scenario = LabeledScenario(situation, seed: 3, devices: 4, settings: settings)
        let engine = try GeofenceEngine(scenario.geofences, policy: .raw)
        var checked = 0
        for fix in scenario.fixes {
            let covering = try Set(engine.geofences(covering: fix.coordinate))
            let device = MetroScenario.deviceID(Int(fix.device))
            for geofence in scenario.geofences {
                let visits = scenario.visits.filter { $0.device == device && $0.geofence == geofence.id }
                // A centimeter of rounding is some milliseconds of way.
                let times = visits.flatMap { [$0.enter, $0.exit ?? .max] }
                if times.contains(where: { abs($0 - fix.time) < 20 }) { continue }
                let isInside = visits.contains { $0.enter <= fix.time && fix.time < $0.exit ?? .max }
                #expect(covering.contains(geofence.id) == isInside, "\(situation) at \(fix.time)")
                checked += 1
            }
            if checked > 2000 { break }
        }
        #expect(checked >= 40)
    }

    @Test func `each device has the visits its situation defines`() {
        let counts = LabeledScenario.Situation.allCases.map { situation in
            LabeledScenario(situation, seed: 1, devices: 5).visits.count / 5
        }
        #expect(counts == [1, 1, 1, 1, 1, 6, 1, 6])
        let shop = Self.scenario(.smallShop).visits[0]
        #expect(abs((shop.exit ?? 0) - shop.enter - 300_000) < 60_000)
        #expect(Self.scenario(.stationaryNoise).visits.allSatisfy { $0.exit == nil })
    }

    @Test func `one fix in twenty is an outlier that claims good accuracy`() {
        let fixes = LabeledScenario(.outliers, seed: 1, devices: 4).fixes
        let outliers = fixes.count { $0.horizontalAccuracy == 2 }
        #expect((fixes.count / 22...fixes.count / 18).contains(outliers))
    }

    @Test func `newestFirst orders fixes by descending time`() {
        let fixes = Self.scenario(.newestFirst).fixes
        #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.time > $1.time })
    }

    @Test func `accuracy and duration can be set`() {
        var settings = LabeledScenario.Settings()
        settings.accuracy = 150
        settings.duration = 60_000
        let scenario = LabeledScenario(.departure, seed: 1, devices: 1, settings: settings)
        #expect(scenario.fixes.allSatisfy { $0.horizontalAccuracy == 150 })
        // At 1.4 m/s it takes 71.4 s to the boundary.
        #expect(scenario.visits.map { ($0.exit ?? 0) - $0.enter } == [131_429])
    }
}
