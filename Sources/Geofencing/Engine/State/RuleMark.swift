/// A mark of one of the rules that a state was created under, to detect whether it has changed.
struct RuleMark: Sendable, Hashable {
    var name: String
    /// A hash of its value.
    var hash: UInt64
}

extension EventRules {
    /// The marks of all rules, under names that are stored in files.
    var marks: [RuleMark] {
        [
            RuleMark("policy") { $0.add(policy) },
            RuleMark("order") { $0.add(order.rawValue) },
            RuleMark("dwell") { $0.add(dwell) },
            RuleMark("staleAfter") { $0.add(staleAfter) },
            RuleMark("limits") { $0.add(limits) },
            RuleMark("passThrough") { $0.add(passThrough?.maximumMetersPerSecond) },
            RuleMark("maximumSegmentGap") { $0.add(maximumSegmentGap) },
            RuleMark("recordsMuted") { $0.add(recordsMuted) },
            RuleMark("recordsEvidence") { $0.add(recordsEvidence) },
        ]
    }
}

extension RuleMark {
    fileprivate init(_ name: String, _ add: (inout Digest) -> Void) {
        var digest = Digest()
        add(&digest)
        self.init(name: name, hash: digest.value)
    }
}

extension Digest {
    fileprivate mutating func add(_ limits: FixLimits) {
        add(limits.rejectsNullIsland)
        add(limits.rejectsConflicts)
        add(limits.rejectsUnsetClocks)
        add(limits.maximumMetersPerSecond)
        add(limits.maximumAccuracy?.meters)
        add(limits.earliest?.unixMilliseconds)
        add(limits.latest?.unixMilliseconds)
    }
}

extension RuleMark {
    /// The display name.
    fileprivate var words: String {
        // Only `--visits` uses events that geofences mute.
        if name == "recordsMuted" { return "whether visits are written (--visits)" }
        return name.reduce(into: "") { text, letter in
            text += letter.isUppercase ? " " + letter.lowercased() : String(letter)
        }
    }
}

extension [RuleMark] {
    /// Returns the display names of the rules that differ.
    func differences(from other: [RuleMark]) -> [String] {
        if self == other { return [] }
        var names: [String] = []
        for mark in Set(self).symmetricDifference(other).sorted(by: { $0.name < $1.name }) {
            let words = mark.words
            if names.last != words { names.append(words) }
        }
        return names
    }
}
