import Testing

@testable import Geofencing

/// The values and counts that messages contain.
@Suite struct MessageTextTests {
    @Test(arguments: [(0, false), (59, false), (60, false), (61, true), (1000, true)])
    func `a text of more than 60 characters is cut and ends in an ellipsis`(length: Int, isCut: Bool) {
        let text = String(repeating: "é", count: length)
        #expect(text.shortened == (isCut ? String(repeating: "é", count: 60) + "…" : text))
        #expect(text[...].shortened == text.shortened)
    }

    @Test(arguments: [(0, "0 fixes", "0 geofences"), (1, "1 fix", "1 geofence"), (2, "2 fixes", "2 geofences")])
    func `a count of one uses the singular`(count: Int, fixes: String, geofences: String) {
        #expect(count.counted("fix") == fixes)
        #expect(count.counted("geofence") == geofences)
    }
}
