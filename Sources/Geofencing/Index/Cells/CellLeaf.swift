// SAFETY: offsets are those of a leaf's own layout; a leaf is aligned to 8 bytes and every field to its own size.

/// The record of a cell with a boundary in it, as consecutive bytes:
///
/// header, the geofences that cover part of the cell (or, if these are few, the sets of all answers), in a large leaf
/// the boxes around its parts and the parts in their order, the runs of edges, the circles, and the vertices of the
/// runs in turn. Vertices and circles are in units of the cell, of which there are `1 << CellGrid.localBits` to its
/// side, and rounded, so that a leaf is one or two cache lines; the few points too near to an edge for that are
/// computed from the original coordinates.
enum CellLeaf {
    /// The header in decoded form; in memory it takes 8 bytes, or 24 for a large leaf.
    struct Header: BitwiseCopyable {
        /// The offset of the set that covers the whole cell.
        var set: UInt32
        var level: UInt32
        var partials: Int
        var runs: Int
        var circles: Int
        /// The number of parts of polygons that have edges in the cell; set only for large leaves.
        var parts = 0
        /// Whether the offsets of the sets of all answers take the place of the partial geofences.
        var hasSets = false

        /// Whether the leaf has more partial geofences than a mask has bits, or more runs or circles than the short
        /// header may count.
        var isLarge: Bool { partials > Self.partialLimit || runs > Self.runLimit || circles > Self.partialLimit }

        /// Whether there is room for the sets of all answers.
        var hasRoomForSets: Bool { !isLarge && partials <= 2 }

        static let partialLimit = 30
        static let runLimit = 511
        /// Stands in place of the number of partial geofences.
        static let marker: UInt32 = 63

        @inline(__always)
        init(_ record: UnsafeRawPointer) {
            set = unsafe record.load(as: UInt32.self)
            let counts = unsafe record.load(fromByteOffset: 4, as: UInt32.self)
            level = counts & 31
            partials = Int((counts &>> 5) & 63)
            runs = Int((counts &>> 11) & 511)
            circles = Int((counts &>> 20) & 63)
            hasSets = counts &>> 26 != 0
        }

        init(set: UInt32, level: UInt32, partials: Int, runs: Int, circles: Int) {
            self.set = set
            self.level = level
            self.partials = partials
            self.runs = runs
            self.circles = circles
        }

        /// Whether the counts follow the short header.
        @inline(__always) var isMarked: Bool { partials == Int(Self.marker) }

        /// Reads the header of a large leaf in full.
        init(large record: UnsafeRawPointer) {
            unsafe self.init(record)
            partials = unsafe Int(record.load(fromByteOffset: 8, as: UInt32.self))
            runs = unsafe Int(record.load(fromByteOffset: 12, as: UInt32.self))
            circles = unsafe Int(record.load(fromByteOffset: 16, as: UInt32.self))
            parts = unsafe Int(record.load(fromByteOffset: 20, as: UInt32.self))
        }

        func write(to record: UnsafeMutableRawPointer) {
            unsafe record.storeBytes(of: set, as: UInt32.self)
            let counts =
                isLarge
                ? Self.marker << 5
                : UInt32(partials) << 5 | UInt32(runs) << 11 | UInt32(circles) << 20 | (hasSets ? 1 << 26 : 0)
            unsafe record.storeBytes(of: counts | level, toByteOffset: 4, as: UInt32.self)
            guard isLarge else { return }
            unsafe record.storeBytes(of: UInt32(partials), toByteOffset: 8, as: UInt32.self)
            unsafe record.storeBytes(of: UInt32(runs), toByteOffset: 12, as: UInt32.self)
            unsafe record.storeBytes(of: UInt32(circles), toByteOffset: 16, as: UInt32.self)
            unsafe record.storeBytes(of: UInt32(parts), toByteOffset: 20, as: UInt32.self)
        }
    }

    /// The result of a lookup: the offset of a set, or otherwise a mask of the leaf's partial geofences, marked.
    struct Answer: BitwiseCopyable, Equatable {
        let raw: UInt32

        /// The answer of a large leaf, and where nothing was looked up; larger than any marked mask.
        static let unknown = Answer(raw: .max)

        static let mark: UInt32 = 1 << 31

        @inline(__always)
        init(raw: UInt32) { self.raw = raw }

        /// Creates the answer for a mask.
        @inline(__always)
        init(_ record: UnsafeRawPointer, _ header: Header, mask: UInt32) {
            // The sets of masks 1, 2 and 3 follow the counts; that of mask 0 precedes them.
            let hasSet = header.hasSets || mask == 0
            let offset = hasSet ? 4 &* Int(mask) &+ (mask == 0 ? 0 : 4) : 0
            let set = unsafe record.load(fromByteOffset: offset, as: UInt32.self)
            raw = hasSet ? set : mask | Self.mark
        }

        @inline(__always) var isSet: Bool { raw & Self.mark == 0 }
        @inline(__always) var setOffset: Int { Int(raw) }
        @inline(__always) var mask: UInt32 { raw & ~Self.mark }
    }

    /// Consecutive edges of one part.
    struct Run: BitwiseCopyable {
        /// The first vertex in the table's coordinates; the number of the part if GEOS must be asked.
        var first: UInt32
        /// The flags, the number of edges, and, except in a large leaf, the ordinal.
        var bits: UInt32
        /// Which of the leaf's partial geofences the run belongs to; not written as such.
        var ordinal: UInt32

        /// The number of bytes of a written run.
        static let size = 8
    }

    /// A part in a large leaf.
    struct Part: BitwiseCopyable {
        /// The part's first run and the first vertex of that run, by their numbers in the leaf.
        var run: UInt32
        var vertex: UInt32
        /// Which of the leaf's partial geofences the part belongs to.
        var ordinal: UInt32
    }

    /// A circle, in units of the cell. Its number in the table follows, except in a large leaf, where it is that of the
    /// partial geofence.
    struct CircleFilter: BitwiseCopyable {
        /// Which of the leaf's partial geofences the circle is.
        var ordinal: UInt32
        var x: Float
        var y: Float
        /// The length of a unit of x in units of y.
        var scale: Float
        /// A distance of at most this, squared, is covered; one of at least `outer` is not.
        var inner: Float
        var outer: Float
    }

    /// Returns the number of bytes of a circle.
    @inline(__always)
    static func circleSize(isLarge: Bool) -> Int { MemoryLayout<CircleFilter>.size &+ (isLarge ? 0 : 4) }

    // The flags of a run.
    /// The ray runs along y.
    static let axis: UInt32 = 1
    /// The ray runs towards smaller numbers.
    static let backward: UInt32 = 2
    /// The side to which the ray runs is inside.
    static let inside: UInt32 = 4
    /// The run is the last of its part.
    static let last: UInt32 = 8
    /// No side is free of edges: the path leads to a corner; there are no vertices.
    static let general: UInt32 = 16
    /// GEOS must be asked; there are no vertices.
    static let ask: UInt32 = 32
    static let edgesShift: UInt32 = 6
    static let ordinalShift: UInt32 = 17
    /// The largest number of edges in a run.
    static let longestRun = (1 << 11) - 1

    /// Returns the number of edges in a run.
    @inline(__always)
    static func edges(of bits: UInt32) -> Int { Int((bits &>> edgesShift) & UInt32(longestRun)) }

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
    }

    /// The offsets of the fields.
    struct Layout: BitwiseCopyable {
        let partialsOffset: Int
        /// The boxes and the parts exist only in a large leaf.
        let boxesOffset: Int
        let partsOffset: Int
        let runsOffset: Int
        let circlesOffset: Int
        let verticesOffset: Int

        @inline(__always)
        init(_ header: Header, isLarge: Bool) {
            partialsOffset = isLarge ? 24 : 8
            boxesOffset = partialsOffset &+ 8 &* header.partials
            partsOffset = boxesOffset &+ (isLarge ? CellPartBoxes(parts: header.parts).bytes : 0)
            runsOffset = partsOffset &+ (isLarge ? MemoryLayout<Part>.stride &* header.parts : 0)
            circlesOffset = runsOffset &+ Run.size &* header.runs
            verticesOffset = circlesOffset &+ CellLeaf.circleSize(isLarge: isLarge) &* header.circles
        }
    }
}
