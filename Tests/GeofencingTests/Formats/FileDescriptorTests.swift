import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct FileDescriptorTests {
    @Test func `reads and writes wait on a nonblocking pipe`() async throws {
        let pipe = Pipe()
        let (input, output) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        for end in [input, output] { _ = fcntl(end.fileDescriptor, F_SETFL, O_NONBLOCK) }
        // Many times what a pipe holds.
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let number = input.fileDescriptor
        let reading = Task.detached {
            var read: [UInt8] = []
            guard let descriptor = FileDescriptor.inherited("/dev/fd/\(number)") else { return read }
            var piece = [UInt8](repeating: 0, count: 200_000)
            while read.count < bytes.count {
                let count = try descriptor.read(into: &piece, 0..<piece.count)
                if read.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
                read += piece.prefix(count)
            }
            return read
        }
        try await Task.sleep(for: .milliseconds(50))
        if let descriptor = FileDescriptor.inherited("/dev/fd/\(output.fileDescriptor)") {
            try descriptor.write(bytes)
        }
        #expect(try await reading.value == bytes)
    }

    @Test func `a removed file is not mistaken for a new file of its name`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url("log").path
        // What cannot be copied is no operand of an expectation.
        let first = try FileDescriptor.open(locking: path)
        let isFirstThere = first.isAt(path)
        try FileManager.default.removeItem(atPath: path)
        let isFirstLeft = first.isAt(path)
        let second = try FileDescriptor.open(locking: path)
        let isSecondThere = second.isAt(path)
        let isFirstBack = first.isAt(path)
        #expect([isFirstThere, isFirstLeft, isSecondThere, isFirstBack] == [true, false, true, false])
    }
}
