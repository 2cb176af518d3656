/// When a cell is divided while an index is built.
package struct CellLimits: BitwiseCopyable, Sendable {
    /// Up to this many edges and circles in a cell are left as they are.
    package var load = 12
    /// An edge is short, so that dividing a cell separates it from others, below this share of the cell's side.
    package var shortShare = 0.5
    /// A circle is small beside a cell whose side is above this share of its diameter.
    package var circleShare = 0.5
    /// A cell with a boundary in it is not left larger than this, in degrees, even if one edge is all there is.
    package var coarsestLeaf = 1.0
    /// Vertices and sixteenths of circles per leaf that long edges are divided into.
    package var verticesPerLeaf = 12
    /// So many leaves are made of long edges and circles even if there are few.
    package var fewestLeaves = 1 << 14
    package var verticesPerRootCell = 4
    package init() {}

    /// For an index that is soon to be replaced: quick to build, so that a few geofences make a few cells.
    static let delta = {
        var limits = CellLimits()
        limits.fewestLeaves = 64
        return limits
    }()
}

/// What was counted while an index was built.
struct CellCounts: BitwiseCopyable, Sendable {
    var leaves = 0
    var leafEdges = 0
    var leafRuns = 0
    var leafCircles = 0
    var generalRuns = 0
    var askedParts = 0
    var hottestLeafEdges = 0
    var hottestLeafFences = 0
    var largestAnswer = 0
}
