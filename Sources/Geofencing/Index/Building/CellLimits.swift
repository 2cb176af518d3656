/// When a cell is divided while an index is built.
package struct CellLimits: BitwiseCopyable, Sendable {
    /// Up to this many edges and circles in a cell are left as they are.
    var load = 16
    /// Or up to this many for each geofence that covers all of the cell, if that is more, since each quarter has these in a set of
    /// its own. Measured.
    static let loadPerCover = 1.75
    /// An edge is short, so that dividing a cell separates it from others, below this share of the cell's side.
    static let shortShare = 0.5
    /// A circle counts as small in a cell whose side exceeds both `circleHeightShare` of the circle's height and
    /// `circleWidthShare` of its width, in degrees. There are two shares because near a pole a circle is many times as wide as it
    /// is high.
    static let circleHeightShare = 0.5
    static let circleWidthShare = 0.03125
    /// A cell with a boundary in it is not left larger than this, in degrees, even if one edge is all there is.
    var coarsestLeaf = 1.0
    /// `coarsestLeaf` is chosen so that the leaves along all edges are as many as the vertices and sixteenths of circles,
    /// divided by this, and up to `leavesOfSmallIndex` more, as long as these are fewer than twice the input.
    var verticesPerLeaf = 5
    package var leavesOfSmallIndex = 1 << 14
    /// Vertices and sixteenths of circles per cell of the root.
    var verticesPerRootCell = 2
    /// Leaves whose whole cell is covered by more geofences than this have no sets for all of their answers, which would take
    /// too much memory.
    static let largestBaseOfSets = 8

    package init() {}

    /// For an index that is soon to be replaced: quick to build, so that a few geofences make a few cells.
    static let delta = {
        var limits = CellLimits()
        limits.leavesOfSmallIndex = 64
        return limits
    }()
}
