import TestSupport
import Testing

@testable import Geofencing

/// How `balanced` takes coarse fixes inside.
@Suite struct ArrivalTests {
    private let tracking = TrackingTests()

    private func fix(_ second: Int64, _ meters: Double, accuracy: Double) -> Fix {
        tracking.fix(second, meters, accuracy: accuracy)
    }

    @Test(arguments: [(500.0, 10.0), (105, 10), (105, 1000)])
    func `two coarse fixes in a row are an arrival, and any fix outside, even in the band, starts the count again`(
        meters: Double,
        accuracy: Double
    ) throws {
        // A circle of 100 m.
        let engine = try tracking.engine()
        let start = [fix(0, 500, accuracy: 10), fix(10, 0, accuracy: 101), fix(20, meters, accuracy: accuracy)]
        #expect(engine.process(start + [fix(30, 0, accuracy: 101)]).isEmpty)
        let found = engine.process([fix(40, 0, accuracy: 101)])
        #expect(found.map(\.decidedTime) == [tracking.at(40)])
        #expect(found.first?.interval == tracking.at(20)...tracking.at(30))
        #expect(try tracking.engine().process([fix(0, 500, accuracy: 10), fix(10, 0, accuracy: 100)]).count == 1)
    }

    @Test(arguments: [100.3, 100.7])
    func `an accuracy equal to the limit or the size is an arrival, although single precision rounds it`(
        meters: Double
    ) throws {
        let fixes = [fix(0, 500, accuracy: 10), fix(10, 0, accuracy: meters)]
        let limit = TransitionPolicy.balanced(BalancedPolicy(arrivalAccuracy: .meters(meters)))
        #expect(try tracking.engine(own: limit).process(fixes).count == 1)
        let circle = Geofence.Region.circle(center: tracking.center, radius: .meters(meters))
        #expect(try GeofenceEngine([Geofence("home", circle)]).process(fixes).count == 1)
    }
}
