import Foundation
import Testing

@testable import Geofencing

@Suite struct SystemErrorTests {
    @Test func `a full disk and too many open files have a remedy, whatever was tried`() {
        #expect(SystemError(number: ENOSPC).remedy == "Free some space and run it again.")
        #expect(SystemError(number: EMFILE).remedy?.contains("ulimit -n") == true)
        #expect(SystemError(number: EACCES).remedy == nil)
    }
}
