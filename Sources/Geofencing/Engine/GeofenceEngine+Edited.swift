internal import Synchronization

/// For a caller that mirrors what the engine knows about devices: the reported transitions do not cover everything that
/// an edit changes, because geofences may mute them.
extension GeofenceEngine {
    /// Starts to record the devices whose state changes through an edit, or when a state is restored and checked.
    package func followEdited() {
        editing.withLock { if $0.edited == nil { $0.edited = [] } }
    }

    /// Whether any such devices have been recorded.
    package var hasEdited: Bool { editing.withLock { $0.edited?.isEmpty == false } }

    /// Returns the slots of these devices, in no particular order, and clears the record.
    package func takeEdited() -> Set<UInt32> {
        editing.withLock { editing in
            guard let edited = editing.edited else { return [] }
            editing.edited = []
            return edited
        }
    }
}
