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

    @Test(arguments: [(EMFILE, "ulimit -n"), (ENOSPC, "Free some space"), (EIO, "Check the disk")])
    func `an input that cannot be opened for a passing reason is worth another try`(number: Int32, remedy: String) {
        let error = InputFile.failedOpening("t.csv", SystemError(number: number))
        #expect(error.code == .inputOutput)
        #expect(error.recoverySuggestion.contains(remedy))
    }

    @Test(arguments: [EACCES, ENOENT, EISDIR, ENAMETOOLONG, ELOOP])
    func `an input that is missing or may not be read is unreadable`(number: Int32) {
        #expect(InputFile.failedOpening("t.csv", SystemError(number: number)).code == .unreadableInput)
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
