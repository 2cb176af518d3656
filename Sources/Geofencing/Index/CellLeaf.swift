// SAFETY: offsets are those of a leaf's own layout; a leaf is aligned to 16 bytes and every field to its own size.

/// The record of a cell with a boundary in it, in bytes one after another:
///
/// header, the geofences that cover part of the cell, the runs of edges, the circles, and from the next multiple of 16 the
/// vertices of the runs in turn. Edges are copied, not referred to: a lookup then reads one stretch of memory.
enum CellLeaf {
    struct Header: BitwiseCopyable {
        /// The offset of the set that covers the whole cell.
        var set: UInt32
        var partials: UInt32
        var runs: UInt32
        /// The number of circles, times 32, and the level of the cell.
        var circles: UInt32
    }

    /// Consecutive edges of one part.
    struct Run: BitwiseCopyable {
        var part: UInt32
        /// Which of the leaf's partial geofences it belongs to.
        var ordinal: UInt32
        var edgesAndFlags: UInt32
    }

    struct CircleReference: BitwiseCopyable {
        var circle: UInt32
        var ordinal: UInt32
    }

    // Flags of a run.
    /// The ray runs along y.
    static let axis: UInt32 = 1
    /// The ray runs towards smaller numbers.
    static let backward: UInt32 = 2
    /// The side that the ray runs to is inside.
    static let inside: UInt32 = 4
    /// It is the last run of its part.
    static let last: UInt32 = 8
    /// The way leads to a corner instead, which stands before the vertices.
    static let general: UInt32 = 16
    /// GEOS is to be asked; there are no vertices.
    static let ask: UInt32 = 32
    static let flagBits: UInt32 = 6

    /// How a part is tested in a cell.
    struct Plan: BitwiseCopyable {
        var flags: UInt32

        static let ask = Plan(flags: CellLeaf.ask)

        static func ray(axis: UInt32, backward: Bool, isInside: Bool) -> Plan {
            Plan(flags: axis | (backward ? CellLeaf.backward : 0) | (isInside ? CellLeaf.inside : 0))
        }

        static func general(isInside: Bool) -> Plan {
            Plan(flags: CellLeaf.general | (isInside ? CellLeaf.inside : 0))
        }

        var mustAsk: Bool { flags & CellLeaf.ask != 0 }
        var isGeneral: Bool { flags & CellLeaf.general != 0 }
    }

    /// Where the fields are.
    struct Layout: BitwiseCopyable {
        let runsOffset: Int
        let circlesOffset: Int
        let verticesOffset: Int

        @inline(__always) var partialsOffset: Int { 16 }

        @inline(__always)
        init(partials: Int, runs: Int, circles: Int) {
            runsOffset = 16 &+ 8 &* partials
            circlesOffset = runsOffset &+ 12 &* runs
            verticesOffset = (circlesOffset &+ 8 &* circles &+ 15) & ~15
        }

        @inline(__always)
        init(_ header: Header) {
            self.init(partials: Int(header.partials), runs: Int(header.runs), circles: Int(header.circles >> 5))
        }
    }

    static func write(_ record: UnsafeMutableRawPointer, _ header: Header) {
        unsafe record.storeBytes(of: header, as: Header.self)
    }

    static func write(_ record: UnsafeMutableRawPointer, _ layout: Layout, run: Run, at index: Int) {
        unsafe (record + layout.runsOffset).storeBytes(of: run, toByteOffset: 12 * index, as: Run.self)
    }

    static func write(_ record: UnsafeMutableRawPointer, _ layout: Layout, circle: CircleReference, at index: Int) {
        unsafe (record + layout.circlesOffset).storeBytes(
            of: circle,
            toByteOffset: 8 * index,
            as: CircleReference.self
        )
    }
}
