/// A fix of a group whose lookup has been started. The fix itself stays where it is until it is asked for.
struct StartedFix: BitwiseCopyable {
    /// Where the batch has it.
    let pick: UInt32
    /// Its number in the group.
    let number: Int
    /// The number of its device in the shard.
    let local: Int
}

extension PlaceLookup {
    /// Starts the lookups of many fixes a group at a time, so that their cache misses overlap, and hands `body` one fix after
    /// the other with its device, to end its lookup.
    ///
    /// - Parameter meet: Told of each device before, once for fixes that follow one another, to ask for what is kept of it.
    @inline(__always)
    mutating func forEach(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        devices: inout [DeviceState],
        meeting meet: (_ local: Int) -> Void = { _ in },
        _ body: (_ next: StartedFix, _ device: inout DeviceState, _ lookup: inout Self) -> Void
    ) {
        var devices = devices.mutableSpan
        var first = 0
        while first < picks.count {
            let count = min(LookupGroup.size, picks.count - first)
            var met = -1
            for number in 0..<count {
                let fix = fixes[Int(picks[first + number])]
                let local = DeviceRegistry.number(of: fix.device)
                if local != met {
                    meet(local)
                    met = local
                }
                begin(number, x: fix.coordinate.indexedLongitude, y: fix.latitude, memo: devices[local].memo)
            }
            approach(count)
            for number in 0..<count {
                let pick = picks[first + number]
                let local = DeviceRegistry.number(of: fixes[Int(pick)].device)
                body(StartedFix(pick: pick, number: number, local: local), &devices[local], &self)
            }
            first += count
        }
    }
}
