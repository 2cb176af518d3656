internal import Geofencing

/// Decides which fixes an import takes: those that are not older than their device's anchor.
struct AnchorFilter {
    private let anchors: [DeviceID: Int64]
    private let since: Int64
    private let takesAll: Bool
    /// The oldest time that is taken, by slot, for the devices met so far.
    private var oldest: [Int64?] = []

    init(_ anchors: [DeviceID: Int64], since: Timestamp?, takesAll: Bool) {
        self.anchors = anchors
        self.since = since?.unixMilliseconds ?? .min
        self.takesAll = takesAll
    }

    /// Appends the fixes that are taken, and returns the others.
    mutating func append(
        _ fixes: [CompactFix],
        _ registry: DeviceRegistry,
        to taken: inout [CompactFix]
    ) -> [CompactFix] {
        if takesAll {
            taken += fixes
            return []
        }
        var tooOld: [CompactFix] = []
        for fix in fixes {
            // A fix with the anchor's time may be a different one; the store detects repeats.
            if fix.time >= oldest(of: fix.device, registry) { taken.append(fix) } else { tooOld.append(fix) }
        }
        return tooOld
    }

    private mutating func oldest(of slot: UInt32, _ registry: DeviceRegistry) -> Int64 {
        let index = Int(slot)
        if index < oldest.count, let time = oldest[index] { return time }
        while oldest.count <= index { oldest.append(nil) }
        let time = anchors[registry.device(in: slot)] ?? since
        oldest[index] = time
        return time
    }
}
