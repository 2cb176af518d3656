/// The rules for dividing cells while an index is built.
struct CellLimits: BitwiseCopyable, Sendable {
    /// A cell with up to this many edges and circles is not divided further.
    var load = 16
    /// Or with up to this many for each geofence that covers all of the cell, if that is more, because each quarter has
    /// these in a set of its own. Measured.
    static let loadPerCover = 1.75
    /// Below this share of the cell's side an edge is short, so that dividing the cell separates it from others.
    static let shortShare = 0.5
    /// A circle counts as small in a cell whose side exceeds both `circleHeightShare` of the circle's height and
    /// `circleWidthShare` of its width, in degrees. There are two shares because near a pole a circle is many times
    /// wider than it is high.
    static let circleHeightShare = 0.5
    static let circleWidthShare = 0.03125
    /// A cell with a boundary in it is divided if it is larger than this, in degrees, even if it contains only one
    /// edge.
    var coarsestLeaf = 1.0
    /// `coarsestLeaf` is chosen so that the number of leaves along all edges is the number of vertices and sixteenths
    /// of circles divided by this, plus `leavesOfSmallIndex`, or twice the input if that is less.
    var verticesPerLeaf = 5
    var leavesOfSmallIndex = 1 << 14
    /// The number of vertices and sixteenths of circles per cell of the root.
    var verticesPerRootCell = 2
    /// Leaves whose whole cell is covered by more geofences than this have no sets for all of their answers, which
    /// would take too much memory.
    static let largestBaseOfSets = 8

    /// For an index that is soon to be replaced: quick to build, so a few geofences make few cells.
    static let delta = {
        var limits = CellLimits()
        limits.leavesOfSmallIndex = 64
        return limits
    }()
}
