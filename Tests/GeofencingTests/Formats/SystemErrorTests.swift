import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct SystemErrorTests {
    @Test func `a full disk and too many open files have a remedy`() {
        #expect(SystemError(number: ENOSPC).remedy == "Free some space and run it again.")
        #expect(SystemError(number: EMFILE).remedy?.contains("ulimit -n") == true)
        #expect(SystemError(number: EACCES).remedy == nil)
    }

    @Test(arguments: [".", "missing/file"])
    func `an output path that is a folder or lacks one has a remedy`(path: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.url(path).path
        let remedy = path.hasSuffix("file") ? "Create the folder first." : "Name a file in that directory."
        #expect(failure { try OutputFile(path: path) }?.recoverySuggestion == remedy)
        #expect(failure { try AppendedFile(path: path) }?.recoverySuggestion == remedy)
    }
}
