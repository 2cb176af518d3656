import Geofencing
import Testing

@Suite struct RejectionTests {
    @Test(arguments: Rejection.allCases)
    func `each reason says what is wrong and what to do, without options of the command`(reason: Rejection) {
        #expect(!reason.message.isEmpty && !reason.message.hasSuffix("."))
        #expect(reason.recoverySuggestion.hasSuffix("."))
        for text in [reason.message, reason.recoverySuggestion] { #expect(!text.contains("--"), "\(text)") }
    }

    @Test func `a limit that can be changed is named`() {
        #expect(Rejection.impossibleSpeed.recoverySuggestion.contains("FixLimits.maximumMetersPerSecond"))
        #expect(Rejection.inaccurate.recoverySuggestion.contains("FixLimits.maximumAccuracy"))
        #expect(Rejection.late.recoverySuggestion.contains("FixReorderer"))
    }
}
