extension UnwrappedRing {
    /// Returns the index of the vertex along whose meridian a ring that goes once round the Earth is closed over the
    /// pole.
    ///
    /// It is the first one whose meridian runs through none of the holes and meets the ring nowhere else: there, the
    /// layout has the faults that the ring has on the Earth, and no others. If there is none, it is the one nearest to
    /// the pole of those whose meridian runs through no hole: the ring does not come between the vertex that is nearest
    /// of all and the pole.
    ///
    /// - Complexity: O(*n* · *h*) for *n* vertices and *h* holes.
    func seam(around holes: ArraySlice<UnwrappedRing>) -> Int {
        let boxes = holes.map(\.box)
        func isFree(_ index: Int) -> Bool {
            boxes.allSatisfy { box in
                // How far east of the hole's western end the vertex is.
                let beyond = places[index].longitude - box.minX
                return beyond - 360 * (beyond / 360).rounded(.down) > box.maxX - box.minX
            }
        }
        let unfolded = unfoldedVertices
        if let first = unfolded.indices.first(where: { unfolded[$0] && isFree($0) }) { return first }
        return unfolded.indices.filter(isFree).max { abs(places[$0].latitude) < abs(places[$1].latitude) } ?? 0
    }

    /// For each vertex but the last, which repeats the first, whether all before it are on one side of its meridian and
    /// all after it on the other, none of them a whole turn away.
    private var unfoldedVertices: [Bool] {
        let onward = places.dropLast().map { turn > 0 ? $0.longitude : -$0.longitude }
        var unfolded = onward.map { _ in true }
        var (least, most) = (Double.infinity, -Double.infinity)
        for (index, x) in onward.enumerated() {
            if most >= x || least <= x - 360 { unfolded[index] = false }
            (least, most) = (min(least, x), max(most, x))
        }
        (least, most) = (.infinity, -.infinity)
        for (index, x) in onward.enumerated().reversed() {
            if least <= x || most >= x + 360 { unfolded[index] = false }
            (least, most) = (min(least, x), max(most, x))
        }
        return unfolded
    }
}
