/// The few geofences that were added last: they have no index yet, only a list of boxes with an exact test behind each.
struct FreshFences: Sendable {
    /// One geofence with its exact test.
    final class Fence: Sendable {
        let handle: UInt32
        /// The table of this geofence alone.
        let table: FenceTable
        private let lazyBoundaries = Lazy<BoundaryTree>()
        private let lazyNearest = Lazy<NearestTree>()
        private let polygons: CellFallback
        fileprivate let tests: [Test]

        init(_ geofence: Geofence, handle: UInt32) throws(GeofenceError) {
            self.handle = handle
            table = try FenceTable([geofence])
            polygons = CellFallback(table: table)
            tests =
                table.parts.enumerated().map { Test(box: $1.box, part: UInt32($0), isCircle: false) }
                + table.circles.flatMap(\.circle.boxes).map { Test(box: $0, part: 0, isCircle: true) }
        }

        var geofence: Geofence { table.fences[0] }

        var boundaries: BoundaryTree { lazyBoundaries.value { BoundaryTree(table) } }

        var nearest: NearestTree { lazyNearest.value { NearestTree(table: table) } }

        /// Boxes that together hold the geofence.
        var boxes: [Box] { tests.map(\.box) }

        /// Returns the exact answer for a part or circle whose box contains the point: that of GEOS for polygons.
        fileprivate func covers(_ test: Test, x: Double, y: Double) -> Bool {
            test.isCircle
                ? table.circles[0].circle.covers(x: x, y: y)
                : polygons.covers(part: test.part, x: x, y: y)
        }
    }

    /// The unit that a lookup tests: one part of a polygon, or one of a circle's one or two boxes.
    fileprivate struct Test: BitwiseCopyable {
        var box: Box
        /// The index of its geofence among all of them.
        var fence: UInt32 = 0
        var part: UInt32
        var isCircle: Bool
    }

    /// In ascending order of handle.
    private(set) var fences: [Fence] = []
    /// In order of the index of their geofences.
    private var tests: [Test] = []
    private var extent = Box.empty
    private(set) var vertexCount = 0
    private var lazyNearest = Lazy<NearestTree>()

    init() {}

    private init(_ fences: [Fence]) {
        for fence in fences { append(fence) }
    }

    var count: Int { fences.count }
    var isEmpty: Bool { fences.isEmpty }

    /// The tree over these geofences, in their order.
    var nearest: NearestTree {
        get throws(GeofenceError) {
            try lazyNearest.value { () throws(GeofenceError) in
                NearestTree(table: try FenceTable(fences.map(\.geofence)))
            }
        }
    }

    private mutating func append(_ fence: Fence) {
        let position = UInt32(fences.count)
        fences.append(fence)
        vertexCount += fence.table.coordinates.count / 2
        for var test in fence.tests {
            test.fence = position
            tests.append(test)
            extent.enlarge(test.box)
        }
    }

    /// Returns these geofences and others with larger handles.
    func adding(_ more: [Fence]) -> FreshFences {
        var sum = self
        sum.lazyNearest = Lazy()
        for fence in more { sum.append(fence) }
        return sum
    }

    func removing(_ handles: Set<UInt32>) -> FreshFences {
        FreshFences(fences.filter { !handles.contains($0.handle) })
    }

    func fence(_ id: Geofence.ID) -> Fence? { fences.first { $0.geofence.id == id } }

    /// Appends the handles of the geofences that cover a point.
    @inline(__always)
    func lookUp(x: Double, y: Double, hits: inout HitList) {
        if extent.contains(x: x, y: y) { test(x: x, y: y, &hits) }
    }

    @inline(never)
    private func test(x: Double, y: Double, _ hits: inout HitList) {
        var last: UInt32?
        for test in tests where test.box.contains(x: x, y: y) && test.fence != last {
            let fence = fences[Int(test.fence)]
            guard fence.covers(test, x: x, y: y) else { continue }
            hits.append(fence.handle)
            last = test.fence
        }
    }
}
