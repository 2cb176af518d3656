extension MetroScenario {
    /// All fixes of all devices in order of time, then of device; each is generated on demand.
    ///
    /// A fix's `device` is the device's number in the scenario, from 0, not a slot of a `DeviceRegistry`.
    package var fixes: Fixes { Fixes(self) }

    /// Returns the name of the device of this number: `device-00001` is number 0.
    package static func deviceID(_ number: Int) -> DeviceID {
        DeviceID("device-\(padded(number + 1, to: 5))")
    }

    /// The fixes of a scenario. Memory: one random walk per device, whatever the number of fixes.
    package struct Fixes: Sequence, IteratorProtocol, Sendable {
        private var walks: [RandomWalk]
        /// The devices as a binary heap, the one with the earliest next fix on top.
        private var heap: [UInt32]
        private var remaining: Int

        init(_ scenario: MetroScenario) {
            walks = (0..<scenario.deviceCount).map { RandomWalk(seed: scenario.seed, device: $0) }
            remaining = scenario.fixCount
            let walks = walks
            heap = walks.indices.sorted { (walks[$0].time, $0) < (walks[$1].time, $1) }.map { UInt32($0) }
        }

        /// Returns the next fix.
        ///
        /// - Complexity: O(log *devices*).
        package mutating func next() -> CompactFix? {
            guard remaining > 0 else { return nil }
            remaining -= 1
            let device = heap[0]
            let fix = walks[Int(device)].next(device: device)
            let walks = walks
            heap.sinkFirst { left, right in
                let (leftTime, rightTime) = (walks[Int(left)].time, walks[Int(right)].time)
                return leftTime < rightTime || (leftTime == rightTime && left < right)
            }
            return fix
        }
    }
}
