import Geofencing
import TestSupport
import Testing

@Suite struct RingCrossingsTests {
    @Test(arguments: [
        [(0.0, 0.0), (2, 2), (2, 0), (0, 2), (0, 0)],
        [(0, 0), (4, 0), (4, 4), (2, 0), (0, 4), (0, 0)],
        [(0, 0), (4, 0), (2, 0), (2, 2), (0, 0)],
        [(0, 0), (1, 0), (1, 0), (1, 1), (0, 0)],
    ])
    func `a ring that crosses or touches itself is detected`(points: [(Double, Double)]) {
        #expect(RingCrossings([Coordinate](corners: points)).first() != nil)
    }

    @Test(arguments: [
        [(0.0, 0.0), (2, 0), (2, 2), (0, 2), (0, 0)],
        [(0, 0), (1, 0), (2, 0), (2, 2), (0, 0)],
        [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4), (0, 0)],
    ])
    func `a simple ring has no crossing`(points: [(Double, Double)]) {
        #expect(RingCrossings([Coordinate](corners: points)).first() == nil)
    }
}
