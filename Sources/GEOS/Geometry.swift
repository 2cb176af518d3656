internal import CGEOS

// SAFETY: the pointer comes from GEOS, is owned by this value alone (it cannot be copied) and freed once, in `deinit`.
// Buffers are passed to GEOS only inside `withUnsafeBufferPointer`, after a check that they hold what GEOS will read;
// GEOS copies them.

/// The owner of one GEOS geometry.
///
/// x is the first coordinate and y the second; GEOS knows nothing of degrees.
@safe
package struct Geometry: ~Copyable {
    let pointer: OpaquePointer
    package let context: Context

    /// Adopts a geometry that `function` has just made, or throws if it made none.
    init(adopting pointer: OpaquePointer?, from function: String, context: Context) throws(GEOSError) {
        guard let pointer = unsafe pointer else { throw context.failure(of: function) }
        unsafe self.pointer = pointer
        self.context = context
    }

    deinit { unsafe GEOSGeom_destroy_r(context.handle, pointer) }

    /// Creates a point.
    ///
    /// The corresponding C function is `GEOSGeom_createPointFromXY_r`.
    package init(pointX x: Double, y: Double, context: Context) {
        let point = unsafe GEOSGeom_createPointFromXY_r(context.handle, x, y)
        guard let point = unsafe point else {
            preconditionFailure("GEOS fails to create a point only if memory runs out.")
        }
        unsafe pointer = point
        self.context = context
    }

    /// Creates a polygon.
    ///
    /// The corresponding C function is `GEOSGeom_createPolygon_r`.
    package init(_ polygon: FlatPolygon, context: Context) throws(GEOSError) {
        unsafe pointer = try makePolygon(polygon, context: context)
        self.context = context
    }

    /// Creates a multipolygon from polygons.
    ///
    /// The corresponding C function is `GEOSGeom_createCollection_r`.
    package init(multiPolygon polygons: [FlatPolygon], context: Context) throws(GEOSError) {
        var members: [OpaquePointer?] = unsafe []
        do throws(GEOSError) {
            for polygon in polygons { unsafe members.append(try makePolygon(polygon, context: context)) }
        } catch {
            for index in unsafe members.indices { unsafe GEOSGeom_destroy_r(context.handle, members[index]) }
            throw error
        }
        let count = UInt32(unsafe members.count)
        try unsafe self.init(
            adopting: GEOSGeom_createCollection_r(
                context.handle,
                Int32(GEOS_MULTIPOLYGON.rawValue),
                &members,
                count
            ),
            from: "GEOSGeom_createCollection_r",
            context: context
        )
    }
}

/// Returns a new polygon, which the caller owns.
private func makePolygon(_ polygon: FlatPolygon, context: Context) throws(GEOSError) -> OpaquePointer {
    try unsafe polygon.coordinates.withUnsafeBufferPointer { buffer throws(GEOSError) in
        try unsafe makePolygon(buffer, from: 0, ringEnds: polygon.ringEnds[...], context: context)
    }
}

/// Returns a new polygon, which the caller owns.
///
/// - Parameters:
///   - coordinates: x and y of the vertices in turn, at least up to the last of `ringEnds`.
///   - start: The first vertex of the outer ring.
///   - ringEnds: For each ring, the index of the vertex after its last; the outer ring is first.
func makePolygon(
    _ coordinates: UnsafeBufferPointer<Double>,
    from start: Int,
    ringEnds: ArraySlice<Int>,
    context: Context
) throws(GEOSError) -> OpaquePointer {
    func makeRing(_ first: Int, _ end: Int) throws(GEOSError) -> OpaquePointer {
        precondition(
            first >= 0 && first <= end && end * 2 <= coordinates.count,
            "The ring must lie within the coordinates."
        )
        let sequence = unsafe GEOSCoordSeq_copyFromBuffer_r(
            context.handle,
            coordinates.baseAddress.map { unsafe $0 + first * 2 },
            UInt32(end - first),
            0,
            0
        )
        guard let sequence = unsafe sequence else { throw context.failure(of: "GEOSCoordSeq_copyFromBuffer_r") }
        // The ring owns the sequence from here on, even if its creation fails.
        guard let ring = unsafe GEOSGeom_createLinearRing_r(context.handle, sequence) else {
            throw context.failure(of: "GEOSGeom_createLinearRing_r")
        }
        return unsafe ring
    }
    guard let exteriorEnd = ringEnds.first else {
        guard let empty = unsafe GEOSGeom_createEmptyPolygon_r(context.handle) else {
            throw context.failure(of: "GEOSGeom_createEmptyPolygon_r")
        }
        return unsafe empty
    }
    let exterior = try unsafe makeRing(start, exteriorEnd)
    var holes: [OpaquePointer?] = unsafe []
    do throws(GEOSError) {
        var first = exteriorEnd
        for end in ringEnds.dropFirst() {
            unsafe holes.append(try makeRing(first, end))
            first = end
        }
    } catch {
        unsafe GEOSGeom_destroy_r(context.handle, exterior)
        for index in unsafe holes.indices { unsafe GEOSGeom_destroy_r(context.handle, holes[index]) }
        throw error
    }
    let count = UInt32(unsafe holes.count)
    guard let polygon = unsafe GEOSGeom_createPolygon_r(context.handle, exterior, &holes, count) else {
        throw context.failure(of: "GEOSGeom_createPolygon_r")
    }
    return unsafe polygon
}
