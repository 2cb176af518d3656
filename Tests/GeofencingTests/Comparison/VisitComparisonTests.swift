import TestSupport
import Testing

@testable import Geofencing

@Suite struct VisitComparisonTests {
    func visit(_ enter: Int64, _ exit: Int64?, _ device: DeviceID = "bus", _ geofence: Geofence.ID = "stop")
        -> LabeledVisit
    {
        LabeledVisit(device: device, geofence: geofence, enter: enter, exit: exit)
    }

    @Test func `a labeled visit is found if a visit of the same device and geofence overlaps it`() {
        let labels = [visit(0, 100), visit(200, 300), visit(400, nil), visit(0, 100, "car")]
        let found = [visit(10, 90), visit(300, 350), visit(500, nil), visit(0, 100, "bus", "other")]
        let comparison = LabelComparison(found: found, labels: labels)
        #expect(comparison.known == 4)
        #expect(comparison.missed == 2)
        #expect(comparison.falseVisits == 2)
        #expect(comparison.enterErrors.percentile(1) == 100)
        #expect(comparison.exitErrors.count == 1)
        #expect(comparison.exitErrors.percentile(0.5) == 10)
    }

    @Test func `a split visit is measured by the start of its first piece and the end of its last`() {
        let comparison = LabelComparison(found: [visit(5, 20), visit(30, 40), visit(60, 97)], labels: [visit(0, 100)])
        #expect(comparison.missed == 0 && comparison.falseVisits == 0)
        #expect(comparison.enterErrors.percentile(1) == 5)
        #expect(comparison.exitErrors.percentile(1) == 3)
        let merged = LabelComparison(found: [visit(0, 100)], labels: [visit(0, 10), visit(90, 100)])
        #expect(merged.missed == 0 && merged.falseVisits == 0)
        #expect(merged.exitErrors.percentile(0) == 0 && merged.exitErrors.percentile(1) == 90)
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `one-pass matching finds the same overlaps as comparing all pairs`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        func list() -> [LabeledVisit] {
            var time: Int64 = 0
            return (0..<50).map { number in
                time += Int64(random.integer(in: 0...20))
                let enter = time
                time += Int64(random.integer(in: 0...20))
                return visit(enter, number == 49 ? nil : time)
            }
        }
        let (old, new) = (list(), list())
        let pairs = VisitMatching(old, new).pairs
        #expect(pairs.count == 1)
        for pair in pairs {
            for (one, range) in zip(pair.first, pair.matches) {
                let all = pair.second.indices.filter { pair.second[$0].overlaps(one) }
                #expect(Array(range) == all, "seed \(seed): \(one)")
            }
        }
    }

    @Test func `a difference lists lost, gained and moved visits and the total time inside`() {
        let old = [visit(0, 60_000), visit(100_000, 160_000), visit(200_000, nil)]
        let new = [visit(0, 60_000), visit(110_000, 160_000), visit(170_000, 180_000), visit(0, 10_000, "car")]
        let difference = VisitDifference(old: old, new: new, ends: ["bus": 300_000])
        #expect(
            difference.changes == [
                .moved(old[1], to: new[1]), .gained(new[2]), .lost(old[2]), .gained(new[3]),
            ]
        )
        #expect(difference.changes.map { $0.gain(until: 300_000) } == [-10_000, 10_000, -100_000, 10_000])
        #expect(difference.oldInside == 220_000)
        #expect(difference.newInside == 130_000)
        #expect(VisitDifference(old: old, new: old, ends: [:]).changes.isEmpty)
    }

    @Test func `an open visit lasts for no time if its device's last fix is unknown or before it`() {
        let open = visit(100, nil)
        let difference = VisitDifference(old: [open], new: [], ends: [:])
        #expect(difference.oldInside == 0)
        #expect(VisitDifference(old: [], new: [open], ends: ["bus": 50]).newInside == 0)
        #expect(difference.changes.map { $0.gain(until: 50) } == [0])
    }

    @Test func `a period has the visits that end when it begins or begin when it ends`() {
        #expect(visit(0, 100).overlaps(100...200) && visit(200, nil).overlaps(100...200))
        #expect(!visit(0, 99).overlaps(100...200) && !visit(201, nil).overlaps(100...200))
    }

    @Test func `the period of used fixes spans all batches since the evaluation began anew`() {
        let used = UsedTimes()
        func observe(_ times: [Int64], rejecting rejected: [UInt32] = []) {
            let fixes = times.map { CompactFix(latitude: 52.5, longitude: 13.4, time: $0, device: 0) }
            let batch = ShardFixes(fixes: fixes, batteries: [], picks: fixes.indices.map(UInt32.init)[...], shard: 0)
            let unused = rejected.map { RejectedPick(pick: $0, reason: .duplicate) }
            used.observe(EvaluatedFixes(batch: batch, records: [], rejected: unused[...]))
        }
        observe([10], rejecting: [0])
        #expect(used.period == nil)
        observe([50, 90, 95], rejecting: [2])
        observe([40, 60])
        #expect(used.period == 40...90)
        used.restart()
        #expect(used.period == nil)
        observe([70])
        #expect(used.period == 70...70)
    }

    @Test func `an unchanged visit is not matched to another that starts at the same time`() {
        let (brief, long) = (visit(100, 100), visit(100, 200))
        func changes(_ old: [LabeledVisit], _ new: [LabeledVisit]) -> [VisitDifference.Change] {
            VisitDifference(old: old, new: new, ends: [:]).changes
        }
        #expect(changes([brief, long], [long]) == [.lost(brief)])
        #expect(changes([long], [brief, long]) == [.gained(brief)])
        #expect(changes([brief, long], [brief, long]).isEmpty)
        #expect(changes([long], [brief, visit(110, 200)]) == [.moved(long, to: brief), .gained(visit(110, 200))])
    }

    @Test func `a visit that begins when another ends is a visit of its own`() {
        let (early, late) = (visit(0, 100), visit(100, 200))
        #expect(VisitDifference(old: [early], new: [late], ends: [:]).changes == [.lost(early), .gained(late)])
        #expect(VisitDifference(old: [late], new: [early], ends: [:]).changes == [.gained(early), .lost(late)])
    }

    @Test func `changes are in order of the earlier beginning`() {
        let (old, new, brief) = (visit(0, 100), visit(50, 100), visit(10, 20))
        func changes(_ old: [LabeledVisit], _ new: [LabeledVisit]) -> [VisitDifference.Change] {
            VisitDifference(old: old, new: new, ends: [:]).changes
        }
        #expect(changes([old, brief], [new]) == [.moved(old, to: new), .lost(brief)])
        #expect(changes([new], [old, brief]) == [.moved(new, to: old), .gained(brief)])
    }

    @Test func `visits that are equal in all times are matched one to one`() {
        let (brief, long) = (visit(100, 100), visit(100, 200))
        func changes(_ old: [LabeledVisit], _ new: [LabeledVisit]) -> [VisitDifference.Change] {
            VisitDifference(old: old, new: new, ends: [:]).changes
        }
        #expect(changes([brief, brief], [brief, brief]).isEmpty)
        #expect(changes([brief, brief], [brief]) == [.lost(brief)])
        #expect(changes([brief, brief], [brief, long]) == [.moved(brief, to: long)])
        let comparison = LabelComparison(found: [brief, brief, long], labels: [brief, brief, long])
        #expect(comparison.missed == 0 && comparison.falseVisits == 0)
        #expect(comparison.exitErrors.percentile(1) == 0)
        #expect([brief, brief, long].overlapping == 0)
        #expect([long, brief, long, visit(200, 300)].overlapping == 1)
        #expect([visit(0, 100), visit(10, 20), visit(30, 40)].overlapping == 2)
    }

    @Test func `percentiles are exact`() {
        var numbers = Distribution()
        #expect(numbers.percentile(0.5) == nil)
        for value in (1...100).reversed() { numbers.add(Int64(value)) }
        #expect([0, 0.5, 0.95, 1].map { numbers.percentile($0) } == [1, 50, 95, 100])
        numbers.add(101)
        #expect([0.5, 0.95].map { numbers.percentile($0) } == [51, 96])
    }

    @Test func `written labels read back unchanged and alternative field names are accepted`() throws {
        let visits = [
            visit(1_767_225_600_000, 1_767_225_600_000, "b "),
            visit(1_767_225_600_000, 1_767_225_660_500, "a \"b\", c"), visit(1_767_225_700_000, nil),
        ]
        var bytes = Array(LabeledVisit.header.utf8)
        for visit in visits { visit.append(to: &bytes) }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasSuffix(",60.5,closed\nbus,stop,1767225700000,,,open\n"))
        func read(_ text: String) throws -> [LabeledVisit] {
            let file = try TemporaryFile(text)
            return try withExtendedLifetime(file) { try VisitLabelReader.read(path: file.path) }
        }
        #expect(try read(text) == visits)
        let other = """
            {"device_id":"bus","enter":"2026-01-01T00:01:40Z","geofence_id":"stop","exit":null}

            """
        #expect(try read(other) == [visits[2]])
        // The first that has a value counts, as in a table.
        let both = other.replacing("{", with: #"{"device":null,"#).replacing("}", with: #","device":"7"}"#)
        #expect(try read(both) == [visits[2]])
        let twice = other.replacing("}", with: #","device_id":"bus"}"#)
        #expect(failure { try read(twice) }?.message == "a key occurs twice")
        #expect(try read("").isEmpty)
    }

    @Test(arguments: [
        ("device,geofence,enter\n", GeofenceError.Code.invalidHeader, 1), ("[1]", .unknownFormat, 1),
        ("device,geofence,enter,exit\nbus,stop,1,2\nbus,stop,noon,2\n", .invalidRecord, 3),
        ("device,geofence,enter,exit\nbus,,1,2\n", .invalidRecord, 2),
        ("device,geofence,enter,exit\nbus,stop,2,1\n", .invalidRecord, 2),
        ("device,geofence,enter,exit\nbus,\"stop,1,2\nbus,stop,3,4\nbus,stop\",5,6\n", .invalidRecord, 2),
        ("device,geofence,enter,exit\nbus,stop,1,2\nbus,\"stop,3,4\nbus,stop\",5,6\n", .invalidRecord, 3),
        ("bus,stop,2026-01-01T00:00:00Z,\n", .invalidHeader, 1),
    ])
    func `malformed labels are an error with their line`(text: String, code: GeofenceError.Code, line: Int) throws {
        let file = try TemporaryFile(text)
        let error = failure { try VisitLabelReader.read(path: file.path) }
        #expect(error?.code == code)
        #expect(error?.location?.line == line)
    }
}
