internal import CGEOS

// SAFETY: the tree is owned by the object and freed once, in `deinit`. Items are numbers, encoded as pointers that are
// never dereferenced: number + 1, so that none is null. GEOS builds a tree in its first query, without a lock before
// 3.12; `init` makes GEOS build it before it returns, so threads that share the tree (`@unchecked Sendable`) only read
// it. The callback gets the address of the `Items` that `query` holds exclusively for the duration of the call.

/// A packed R-tree of numbered boxes.
///
/// Leutenegger, Lopez and Edgington, "STR: a simple and efficient algorithm for R-tree packing" (ICDE 1997).
@safe
package final class STRtree: @unchecked Sendable {
    /// The corners of a closed box.
    package typealias Corners = (minX: Double, minY: Double, maxX: Double, maxY: Double)

    private let tree: OpaquePointer

    /// Packs boxes; a box's number is its position in `boxes`.
    ///
    /// The corresponding C functions are `GEOSSTRtree_create_r`, `GEOSSTRtree_insert_r` and `GEOSSTRtree_build_r`.
    ///
    /// - Complexity: O(*n* log *n*).
    package init(_ boxes: some Sequence<Corners>, context: Context) throws(GEOSError) {
        // 10 children per node: the value that GEOS itself uses.
        guard let tree = unsafe GEOSSTRtree_create_r(context.handle, 10) else {
            throw context.failure(of: "GEOSSTRtree_create_r")
        }
        unsafe self.tree = tree
        var number: UInt = 0
        for box in boxes {
            let diagonal = try Geometry(diagonalOf: box, context: context)
            number += 1
            unsafe GEOSSTRtree_insert_r(
                context.handle,
                tree,
                diagonal.pointer,
                UnsafeMutableRawPointer(bitPattern: number)
            )
        }
        guard unsafe cgeos_strtree_build(context.handle, tree) == 1 else {
            throw context.failure(of: "GEOSSTRtree_build_r")
        }
    }

    deinit {
        // Without a context nothing can be freed; `GEOS_init_r` fails only when memory is exhausted.
        if let context = try? Context() { unsafe GEOSSTRtree_destroy_r(context.handle, tree) }
    }

    /// A reusable list of numbers.
    package struct Items {
        package fileprivate(set) var numbers: [UInt32] = []

        package init() { numbers.reserveCapacity(256) }
    }

    /// Finds the numbers of the boxes that touch the envelope of `geometry`, in no particular order.
    ///
    /// The corresponding C function is `GEOSSTRtree_query_r`.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* boxes found, on average.
    package func query(_ geometry: borrowing Geometry, into items: inout Items) {
        items.numbers.removeAll(keepingCapacity: true)
        let context = geometry.context
        unsafe withUnsafeMutablePointer(to: &items) { target in
            unsafe GEOSSTRtree_query_r(
                context.handle,
                tree,
                geometry.pointer,
                { item, target in
                    guard let items = unsafe target?.assumingMemoryBound(to: Items.self) else { return }
                    unsafe items.pointee.numbers.append(UInt32(truncatingIfNeeded: UInt(bitPattern: item) - 1))
                },
                target
            )
        }
    }
}

extension Geometry {
    /// Creates a line between two corners, whose envelope is the box.
    fileprivate init(diagonalOf box: STRtree.Corners, context: Context) throws(GEOSError) {
        let coordinates = [box.minX, box.minY, box.maxX, box.maxY]
        guard let sequence = unsafe GEOSCoordSeq_copyFromBuffer_r(context.handle, coordinates, 2, 0, 0) else {
            throw context.failure(of: "GEOSCoordSeq_copyFromBuffer_r")
        }
        try unsafe self.init(
            adopting: GEOSGeom_createLineString_r(context.handle, sequence),
            from: "GEOSGeom_createLineString_r",
            context: context
        )
    }
}
