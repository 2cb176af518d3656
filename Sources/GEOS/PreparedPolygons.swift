internal import CGEOS

// SAFETY: `base` and `prepared` each hold `count` pointers that GEOS returned, set once in `init` and freed once in
// `deinit`; indexes are checked before each use. Sharing between threads (`@unchecked Sendable`) is sound because GEOS
// changes a prepared polygon only while it builds its locator in the first queries, which `init` makes before it
// returns (GEOS has no lock there); afterwards point queries only read. Every thread brings its own context.

/// The sole owner of a set of prepared polygons, which any number of threads may query.
@safe
package final class PreparedPolygons: @unchecked Sendable {
    /// The number of polygons.
    package let count: Int
    private let base: UnsafeMutablePointer<OpaquePointer>
    private let prepared: UnsafeMutablePointer<OpaquePointer>

    /// Prepares polygons given as flat coordinates.
    ///
    /// The corresponding C function is `GEOSPrepare_r`.
    ///
    /// - Parameters:
    ///   - coordinates: x and y of all vertices of all rings of all polygons in turn; each ring is closed.
    ///   - ringEnds: For each ring, the number of vertices up to its end.
    ///   - polygonEnds: For each polygon, the number of rings up to its end; its outer ring is its first, and there
    ///     must be one.
    ///   - context: The caller's context; not kept.
    /// - Complexity: O(*n* log *n*) for *n* vertices.
    package init(
        coordinates: [Double],
        ringEnds: [Int],
        polygonEnds: [Int],
        context: Context
    ) throws(GEOSError) {
        let capacity = polygonEnds.count
        let base = UnsafeMutablePointer<OpaquePointer>.allocate(capacity: capacity)
        let prepared = UnsafeMutablePointer<OpaquePointer>.allocate(capacity: capacity)
        var made = 0
        do throws(GEOSError) {
            try unsafe coordinates.withUnsafeBufferPointer { buffer throws(GEOSError) in
                var firstRing = 0
                for end in polygonEnds {
                    precondition(end > firstRing && end <= ringEnds.count, "A polygon must have an outer ring.")
                    let start = firstRing == 0 ? 0 : ringEnds[firstRing - 1]
                    precondition(ringEnds[firstRing] > start, "An outer ring must have vertices.")
                    let polygon = try unsafe makePolygon(
                        buffer,
                        from: start,
                        ringEnds: ringEnds[firstRing..<end],
                        context: context
                    )
                    guard let index = unsafe GEOSPrepare_r(context.handle, polygon) else {
                        unsafe GEOSGeom_destroy_r(context.handle, polygon)
                        throw context.failure(of: "GEOSPrepare_r")
                    }
                    unsafe (base + made).initialize(to: polygon)
                    unsafe (prepared + made).initialize(to: index)
                    made += 1
                    try unsafe Self.warm(index, x: buffer[start * 2], y: buffer[start * 2 + 1], context: context)
                    firstRing = end
                }
            }
        } catch {
            unsafe Self.free(base, prepared, count: made, context: context)
            throw error
        }
        unsafe self.base = base
        unsafe self.prepared = prepared
        count = made
    }

    deinit {
        // Without a context nothing can be freed; `GEOS_init_r` fails only when memory is exhausted.
        if let context = try? Context() { unsafe Self.free(base, prepared, count: count, context: context) }
    }

    private static func free(
        _ base: UnsafeMutablePointer<OpaquePointer>,
        _ prepared: UnsafeMutablePointer<OpaquePointer>,
        count: Int,
        context: Context
    ) {
        for index in 0..<count {
            unsafe GEOSPreparedGeom_destroy_r(context.handle, prepared[index])
            unsafe GEOSGeom_destroy_r(context.handle, base[index])
        }
        unsafe prepared.deallocate()
        unsafe base.deallocate()
    }

    /// Makes GEOS build everything that it builds lazily.
    ///
    /// GEOS 3.11 builds its index in the first query; 3.12 and later build a simple locator in the first and the index
    /// in the second, see https://github.com/libgeos/geos/issues/825. A vertex lies inside the envelope, so no query
    /// returns early.
    private static func warm(
        _ prepared: OpaquePointer,
        x: Double,
        y: Double,
        context: Context
    ) throws(GEOSError) {
        for _ in 0..<3 {
            guard unsafe cgeos_prepared_covers_xy(context.handle, prepared, x, y) != 2 else {
                throw context.failure(of: "GEOSPreparedIntersects_r")
            }
        }
    }

    /// Returns whether polygon `index` covers a position; its boundary, including the edges of holes, counts as
    /// covered.
    ///
    /// The corresponding C function is `GEOSPreparedIntersectsXY_r` (GEOS 3.12), which for a point gives the same
    /// answer as `GEOSPreparedCovers_r`.
    ///
    /// - Complexity: O(log *n*) for *n* vertices, on average.
    package func covers(_ index: Int, x: Double, y: Double, context: Context) -> Bool {
        precondition(index >= 0 && index < count, "The polygon's number must be in range.")
        let answer = unsafe cgeos_prepared_covers_xy(context.handle, prepared[index], x, y)
        precondition(answer != 2, "GEOS fails on a point only if memory runs out.")
        return answer == 1
    }

    /// Returns whether polygon `index` covers `point`; one point can be tested against many polygons.
    ///
    /// The corresponding C function is `GEOSPreparedIntersects_r`, which for a point gives the same answer as
    /// `GEOSPreparedCovers_r`.
    package func covers(_ index: Int, _ point: borrowing Geometry) -> Bool {
        precondition(index >= 0 && index < count, "The polygon's number must be in range.")
        let answer = unsafe GEOSPreparedIntersects_r(point.context.handle, prepared[index], point.pointer)
        precondition(answer != 2, "GEOS fails on a point only if memory runs out.")
        return answer == 1
    }
}
