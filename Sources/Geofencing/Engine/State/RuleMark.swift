/// One of the rules that a state was made under, to be told when it has changed.
struct RuleMark: Sendable, Hashable {
    var name: String
    /// A hash of its value.
    var hash: UInt64
}

extension EventRules {
    /// Marks of all rules. They are taken by reflection, so that a rule that is added is not forgotten here.
    var marks: [RuleMark] {
        Mirror(reflecting: self).children.map { child in
            RuleMark(name: child.label ?? "", hash: EventID.hash(String(reflecting: child.value)))
        }
    }
}

extension [RuleMark] {
    /// The names of the rules that differ, for people.
    func differences(from other: [RuleMark]) -> [String] {
        if self == other { return [] }
        var names: [String] = []
        for mark in Set(self).symmetricDifference(other).sorted(by: { $0.name < $1.name }) {
            let words = mark.name.reduce(into: "") { text, letter in
                text += letter.isUppercase ? " " + letter.lowercased() : String(letter)
            }
            if names.last != words { names.append(words) }
        }
        return names
    }
}
