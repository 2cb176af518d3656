/// Where in a snapshot a geofence is.
enum FencePlace: BitwiseCopyable {
    /// In a layer, by its number and the slot in it: 0 for the base, and from 1 on those of the delta.
    case layer(Int, slot: Int)
    /// Among the fresh ones, by position.
    case fresh(Int)
}

extension FenceSnapshot {
    /// Where the geofence with this handle is, one that was removed from its layer included; `nil` where it is not.
    func place(of handle: UInt32) -> FencePlace? {
        // Nearly all geofences are in the base.
        if let slot = base.contents.slot(of: handle) { return .layer(0, slot: slot) }
        for number in delta.indices {
            if let slot = delta[number].contents.slot(of: handle) { return .layer(number + 1, slot: slot) }
        }
        return fresh.fences.firstIndex { $0.handle == handle }.map(FencePlace.fresh)
    }

    /// The layer with a number.
    func layer(_ number: Int) -> FenceLayer { number == 0 ? base : delta[number - 1] }
}
