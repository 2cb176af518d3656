internal import Synchronization

/// For one who keeps what the engine knows of devices: transitions do not tell of all that an edit changes, since geofences may mute them.
extension GeofenceEngine {
    /// From now on takes note of devices of which something else is known after an edit, or after a state was put back and checked.
    package func followEdited() {
        editing.withLock { if $0.edited == nil { $0.edited = [] } }
    }

    /// Whether there are such devices.
    package var hasEdited: Bool { editing.withLock { $0.edited?.isEmpty == false } }

    /// Hands out the slots of such devices, in no order, and notes them no longer.
    package func takeEdited() -> Set<UInt32> {
        editing.withLock { editing in
            guard let edited = editing.edited else { return [] }
            editing.edited = []
            return edited
        }
    }
}
