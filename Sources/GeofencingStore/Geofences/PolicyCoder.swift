internal import Foundation
internal import Geofencing

/// Converts the policies of geofences, with all their thresholds, to text and back; it caches them, as few are
/// different.
struct PolicyCoder {
    private var policies: [String: TransitionPolicy] = [:]
    private var texts: [TransitionPolicy: String] = [:]

    /// Returns the policy as a JSON object; equal policies give the same text.
    mutating func text(_ policy: TransitionPolicy) throws -> String {
        if let known = texts[policy] { return known }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(SavedPolicy(policy)), as: UTF8.self)
        texts[policy] = text
        return text
    }

    mutating func policy(_ text: String) throws(GeofenceError) -> TransitionPolicy {
        if let known = policies[text] { return known }
        let saved: SavedPolicy
        do {
            // Not user input: the store's own text, which has each key once, as `text` wrote it; a store of a newer
            // version is not opened.
            saved = try JSONDecoder().decode(SavedPolicy.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            throw .unreadable("policy", because: GeofenceError(error).message)
        } catch {
            throw .unreadable("policy", because: "\(error)")
        }
        guard let policy = saved.policy else {
            throw .unreadable("policy", because: "this version does not know \(saved.unknown)")
        }
        policies[text] = policy
        return policy
    }
}

/// A policy as the store has it, with its thresholds by their keys in files; a missing threshold has its standard
/// value.
private struct SavedPolicy: Codable {
    var name: String
    var thresholds: [String: Double]

    init(_ policy: TransitionPolicy) {
        name = policy.name
        thresholds = policy.thresholds
    }

    var policy: TransitionPolicy? { TransitionPolicy(name: name, thresholds: thresholds) }

    /// The parts that this version does not know: the name, or thresholds.
    var unknown: String {
        guard TransitionPolicy(name: name) != nil else { return "the policy \(name)" }
        let keys = thresholds.filter { TransitionPolicy(name: name, thresholds: [$0.key: $0.value]) == nil }.keys
        return keys.sorted().joined(separator: ", ")
    }
}
