internal import CGEOS

// SAFETY: readers, writers and the bytes they make are freed in the function that makes them.

extension Geometry {
    /// Creates a geometry from well-known text, such as `POINT (-97.74 30.27)`.
    ///
    /// The corresponding C function is `GEOSWKTReader_read_r`.
    package init(wkt text: String, context: Context) throws(GEOSError) {
        guard let reader = unsafe GEOSWKTReader_create_r(context.handle) else {
            throw context.failure(of: "GEOSWKTReader_create_r")
        }
        defer { unsafe GEOSWKTReader_destroy_r(context.handle, reader) }
        try unsafe self.init(
            adopting: GEOSWKTReader_read_r(context.handle, reader, text),
            from: "GEOSWKTReader_read_r",
            context: context
        )
    }

    /// Creates a geometry from well-known binary; SRIDs (EWKB) are accepted.
    ///
    /// The corresponding C function is `GEOSWKBReader_read_r`.
    package init(wkb bytes: [UInt8], context: Context) throws(GEOSError) {
        guard let reader = unsafe GEOSWKBReader_create_r(context.handle) else {
            throw context.failure(of: "GEOSWKBReader_create_r")
        }
        defer { unsafe GEOSWKBReader_destroy_r(context.handle, reader) }
        try unsafe self.init(
            adopting: GEOSWKBReader_read_r(context.handle, reader, bytes, bytes.count),
            from: "GEOSWKBReader_read_r",
            context: context
        )
    }

    /// Returns the geometry as well-known binary, least significant byte first.
    ///
    /// The corresponding C function is `GEOSWKBWriter_write_r`.
    package func wkb() throws(GEOSError) -> [UInt8] {
        guard let writer = unsafe GEOSWKBWriter_create_r(context.handle) else {
            throw context.failure(of: "GEOSWKBWriter_create_r")
        }
        defer { unsafe GEOSWKBWriter_destroy_r(context.handle, writer) }
        unsafe GEOSWKBWriter_setByteOrder_r(context.handle, writer, Int32(GEOS_WKB_NDR.rawValue))
        var size = 0
        guard let bytes = unsafe GEOSWKBWriter_write_r(context.handle, writer, pointer, &size) else {
            throw context.failure(of: "GEOSWKBWriter_write_r")
        }
        defer { unsafe GEOSFree_r(context.handle, bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
    }
}
