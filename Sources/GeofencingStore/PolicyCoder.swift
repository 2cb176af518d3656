internal import Foundation
internal import Geofencing

/// Brings the policies of geofences into text and back, with all their thresholds; there are few different ones.
struct PolicyCoder {
    private var policies: [String: TransitionPolicy] = [:]
    private var texts: [TransitionPolicy: String] = [:]

    /// The policy as a JSON object, the same for the same policy.
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
        guard let saved = try? JSONDecoder().decode(SavedPolicy.self, from: Data(text.utf8)), let policy = saved.policy
        else {
            throw GeofenceError(
                .invalidStore,
                "the policy of a saved geofence cannot be read",
                recovery: "Restore a backup of the store, or save the geofence again."
            )
        }
        policies[text] = policy
        return policy
    }
}

/// A policy as the store has it; what is missing has its standard value.
private struct SavedPolicy: Codable {
    var name: String
    var arrivalAccuracyM: Double?
    var exitBufferM: Double?
    var accuracyFactor: Double?
    var accuracyLimitM: Double?
    var exitFixes: Int?
    var exitSpanMs: Int64?
    var exitAfterMs: Int64?
    var farDistanceM: Double?
    var unknownAccuracyM: Double?
    var enterProbability: Double?
    var exitProbability: Double?

    init(_ policy: TransitionPolicy) {
        name = policy.name
        switch policy {
        case .raw: break
        case .balanced(let own):
            arrivalAccuracyM = own.arrivalAccuracy.meters
            exitBufferM = own.exitBuffer?.meters
            accuracyFactor = own.accuracyFactor
            accuracyLimitM = own.accuracyLimit.meters
            exitFixes = own.exitFixes
            exitSpanMs = own.exitSpan.milliseconds
            exitAfterMs = own.exitAfter.milliseconds
            farDistanceM = own.farDistance.meters
            unknownAccuracyM = own.unknownAccuracy.meters
        case .probability(let own):
            enterProbability = own.enter
            exitProbability = own.exit
            unknownAccuracyM = own.unknownAccuracy.meters
        }
    }

    var policy: TransitionPolicy? {
        switch TransitionPolicy(name: name) {
        case .balanced(var own):
            own.exitBuffer = exitBufferM.map { .meters($0) }
            if let arrivalAccuracyM { own.arrivalAccuracy = .meters(arrivalAccuracyM) }
            if let accuracyFactor { own.accuracyFactor = accuracyFactor }
            if let accuracyLimitM { own.accuracyLimit = .meters(accuracyLimitM) }
            if let exitFixes { own.exitFixes = exitFixes }
            if let exitSpanMs { own.exitSpan = .milliseconds(exitSpanMs) }
            if let exitAfterMs { own.exitAfter = .milliseconds(exitAfterMs) }
            if let farDistanceM { own.farDistance = .meters(farDistanceM) }
            if let unknownAccuracyM { own.unknownAccuracy = .meters(unknownAccuracyM) }
            return .balanced(own)
        case .probability(var own):
            if let enterProbability { own.enter = enterProbability }
            if let exitProbability { own.exit = exitProbability }
            if let unknownAccuracyM { own.unknownAccuracy = .meters(unknownAccuracyM) }
            return .probability(own)
        case let other: return other
        }
    }
}
