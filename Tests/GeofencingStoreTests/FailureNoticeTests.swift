import Geofencing
import GeofencingStore
import Testing

@Suite struct FailureNoticeTests {
    private let start = ContinuousClock.now
    private let busy = GeofenceError(.storeBusy, "busy", recovery: "Wait.")
    private let other = GeofenceError(.inputOutput, "broken", recovery: "Repair it.")

    @Test func `only the first of consecutive failures is reported, and the next one after a success`() {
        var notice = FailureNotice()
        let told = (0..<3).map { notice.shouldReport(other, at: start + .seconds($0)) }
        #expect(told == [true, false, false])
        #expect(notice.last == start + .seconds(2))
        let ends = (0..<2).map { _ in notice.succeeded() }
        #expect(ends == [true, false])
        #expect(notice.last == nil)
        let isToldAgain = notice.shouldReport(other, at: start)
        #expect(isToldAgain)
    }

    @Test func `a busy store is reported once, and only when it stays busy`() {
        var notice = FailureNotice()
        let told = [0, 4, 5, 6].map { notice.shouldReport(busy, at: start + .seconds($0)) }
        #expect(told == [false, false, true, false])
        var brief = FailureNotice()
        let isTold = brief.shouldReport(busy, at: start) || brief.succeeded()
        #expect(!isTold)
    }
}
