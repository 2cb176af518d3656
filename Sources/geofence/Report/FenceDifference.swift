internal import Geofencing

/// The geofences that differ between two sets.
struct FenceDifference {
    var added: [Geofence.ID] = []
    var removed: [Geofence.ID] = []
    /// The geofences that have the same identifier but are not equal.
    var changed: [Geofence.ID] = []

    init(old: [Geofence], new: [Geofence]) {
        let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
        added = after.keys.filter { before[$0] == nil }.sorted()
        removed = before.keys.filter { after[$0] == nil }.sorted()
        changed = after.filter { id, geofence in before[id].map { $0 != geofence } ?? false }.keys.sorted()
    }
}
