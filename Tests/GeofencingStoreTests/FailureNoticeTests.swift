import Geofencing
import GeofencingStore
import Testing

@Suite struct FailureNoticeTests {
    private let start = ContinuousClock.now
    private let busy = GeofenceError(.storeBusy, "busy", recovery: "Wait.")
    private let other = GeofenceError(.inputOutput, "broken", recovery: "Repair it.")

    @Test func `one failure of several in a row is told, and again after a success`() {
        var notice = FailureNotice()
        let told = (0..<3).map { notice.isToBeTold(other, at: start + .seconds($0)) }
        #expect(told == [true, false, false])
        #expect(notice.last == start + .seconds(2))
        #expect(notice.succeeded() && notice.last == nil)
        #expect(!notice.succeeded())
        #expect(notice.isToBeTold(other, at: start))
    }

    @Test func `a store that is busy is told once that lasts`() {
        var notice = FailureNotice()
        let told = [0, 4, 5, 6].map { notice.isToBeTold(busy, at: start + .seconds($0)) }
        #expect(told == [false, false, true, false])
        var brief = FailureNotice()
        #expect(!brief.isToBeTold(busy, at: start))
        #expect(!brief.succeeded())
    }
}
