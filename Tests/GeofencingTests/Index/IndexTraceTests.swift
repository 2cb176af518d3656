import TestSupport
import Testing

@testable import Geofencing

/// The two indexes on real traces, with what a device's memo makes of them.
@Suite struct IndexTraceTests {
    @Test(
        .enabled(if: TestData.folder != nil, "needs the real test data"),
        arguments: ["austin_neighborhoods", "urban_areas_50m"]
    )
    func `a memo does not change any answer along real traces`(fences: String) throws {
        let folder = try #require(TestData.folder)
        let geofences = try GeofenceReader.read([.file("\(folder)/fences/\(fences).geojson")]).geofences
        let index = CellIndex(table: try FenceTable(geofences))
        let reader = try TraceReader(.file("\(folder)/traces/austin_buses_2015-09-06.csv"))
        var devices = DeviceCache(DeviceRegistry())
        var lookup = CellLookup(index)
        var memos: [UInt32: (LookupMemo, [UInt32])] = [:]
        var hits = HitList()
        var fresh = HitList()
        var isSame = true
        var count = 0
        try reader.forEachChunk(devices: &devices) { parsed, _ in
            for fix in parsed.fixes where isSame {
                var (memo, known) = memos[fix.device] ?? (LookupMemo(), [])
                let before = memo
                if lookup.lookUp(x: fix.longitude, y: fix.latitude, memo: &memo, hits: &hits) {
                    known = hits.fences
                }
                var none = LookupMemo()
                _ = lookup.lookUp(x: fix.longitude, y: fix.latitude, memo: &none, hits: &fresh)
                isSame = known == fresh.fences
                #expect(isSame, "\(fix.coordinate) after \(before), \(memo) instead of \(none)")
                memos[fix.device] = (memo, known)
                count += 1
            }
        }
        #expect(count == 53_569)
    }
}
