import Foundation
import GEOS
import Synchronization
import Testing

/// The recipe that aborts within seconds when prepared polygons are shared before GEOS has built all that it builds
/// lazily: large polygons, fresh ones in each round, more threads than cores, no pause between publishing and asking.
///
/// GEOS itself is not instrumented, so that ThreadSanitizer sees only our side; a race in GEOS shows as a crash or as a
/// wrong answer. `GEOFENCE_STRESS_ROUNDS` asks for more rounds than the few of an everyday run.
@Suite struct SharingTests {
    static let threads = 4
    static let vertices = 20_000

    static let rounds = ProcessInfo.processInfo.environment["GEOFENCE_STRESS_ROUNDS"].flatMap { Int($0) } ?? 8

    /// A comb of triangular teeth between y = 0 and y = 1, from x = 0 to x = 1, moved by `offset`.
    private static func comb(offset: Double) -> [Double] {
        var ring: [Double] = []
        ring.reserveCapacity(2 * vertices + 8)
        for tooth in 0..<(vertices / 2) {
            ring += [offset + Double(2 * tooth) / Double(vertices), 1]
            ring += [offset + Double(2 * tooth + 1) / Double(vertices), 0.5]
        }
        ring += [offset + 1, 1, offset + 1, 0, offset, 0, offset, 1]
        return ring
    }

    private static let combs = (0..<4).flatMap { comb(offset: Double($0) / 2) }

    private static func prepare(_ context: Context) throws -> PreparedPolygons {
        try PreparedPolygons(
            coordinates: combs,
            ringEnds: (1...4).map { $0 * combs.count / 8 },
            polygonEnds: [1, 2, 3, 4],
            context: context
        )
    }

    private static func count(_ polygons: PreparedPolygons, _ context: Context) -> Int {
        var covered = 0
        for step in 0..<16 {
            let point = Geometry(pointX: Double(step) / 6.4, y: 0.45 + Double(step % 7) / 10, context: context)
            for polygon in 0..<polygons.count where polygons.covers(polygon, point) { covered += 1 }
        }
        return covered
    }

    @Test func `one set of polygons answers four threads at once`() throws {
        let context = try Context()
        let expected = Self.count(try Self.prepare(context), context)
        #expect(expected > 0)
        let boxes = (0..<1000).map { number -> STRtree.Corners in (Double(number), 0, Double(number) + 1, 1) }
        for round in 0..<Self.rounds {
            let polygons = try Self.prepare(context)
            let tree = try STRtree(boxes, context: context)
            let waiting = Atomic(Self.threads)
            // Atomics, for ThreadSanitizer does not see the inside of a `Mutex`.
            let right = Atomic(0)
            let group = DispatchGroup()
            for _ in 0..<Self.threads {
                group.enter()
                Thread.detachNewThread { [polygons, tree] in
                    defer { group.leave() }
                    let own = try? Context()
                    waiting.subtract(1, ordering: .acquiringAndReleasing)
                    while waiting.load(ordering: .acquiring) > 0 {}
                    guard let context = own else { return }
                    var found = STRtree.Items()
                    tree.query(Geometry(pointX: 500.5, y: 0.5, context: context), into: &found)
                    if found.numbers == [500], Self.count(polygons, context) == expected {
                        right.add(1, ordering: .acquiringAndReleasing)
                    }
                }
            }
            group.wait()
            #expect(right.load(ordering: .acquiring) == Self.threads, "round \(round)")
        }
    }
}
