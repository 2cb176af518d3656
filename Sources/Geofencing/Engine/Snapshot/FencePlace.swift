/// The location of a geofence in a snapshot.
enum FencePlace: BitwiseCopyable {
    /// In a layer, given by its number, and the slot in it: 0 is the base, and the numbers from 1 on are the layers of
    /// the delta.
    case layer(Int, slot: Int)
    /// Among the fresh geofences, by index.
    case fresh(Int)
}

extension FenceSnapshot {
    /// Returns the location of the geofence with this handle, including one that was removed from its layer; `nil` if
    /// there is none.
    func place(of handle: UInt32) -> FencePlace? {
        // Nearly all geofences are in the base.
        if let slot = base.contents.slot(of: handle) { return .layer(0, slot: slot) }
        for number in delta.indices {
            if let slot = delta[number].contents.slot(of: handle) { return .layer(number + 1, slot: slot) }
        }
        return fresh.fences.firstIndex { $0.handle == handle }.map(FencePlace.fresh)
    }

    /// Returns the layer with a number.
    func layer(_ number: Int) -> FenceLayer { number == 0 ? base : delta[number - 1] }
}
