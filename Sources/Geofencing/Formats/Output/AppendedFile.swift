/// A file that is appended to, outlives the process, and can be truncated to what is known to be good.
///
/// It is locked against other processes while it is open.
package final class AppendedFile {
    private static let pieceLength = 1 << 20

    package let path: String
    /// The bytes to write next.
    package var buffer: [UInt8] = []
    /// The number of bytes written to the file, without those of the buffer.
    package private(set) var length: Int
    private let descriptor: FileDescriptor

    /// Opens a file, or creates it if there is none.
    ///
    /// - Throws: `inputOutput` if it cannot be used or another process has locked it.
    package init(path: String) throws(GeofenceError) {
        self.path = path
        do throws(SystemError) {
            descriptor = try .open(locking: path)
            length = try descriptor.length()
            try descriptor.seek(to: length)
        } catch {
            throw Self.failure(error, path)
        }
    }

    deinit { descriptor.unlock() }

    /// Passes all bytes up to `length` to `body` in order, in pieces.
    func forEachPiece(_ body: ([UInt8]) throws(GeofenceError) -> Void) throws(GeofenceError) {
        for start in stride(from: 0, to: length, by: Self.pieceLength) {
            try body(try bytes(in: start..<min(start + Self.pieceLength, length)))
        }
    }

    /// Returns the first byte of the file; `nil` if it is empty.
    package func firstByte() throws(GeofenceError) -> UInt8? { try bytes(in: 0..<min(1, length)).first }

    /// Returns up to `count` bytes before an offset that is not beyond the end.
    package func bytes(before end: Int, atMost count: Int) throws(GeofenceError) -> [UInt8] {
        try bytes(in: max(0, end - count)..<end)
    }

    /// Whether the file and a text are equal up to the end of the shorter one.
    package func beginsLike(_ text: [UInt8]) throws(GeofenceError) -> Bool {
        let count = min(length, text.count)
        return try bytes(in: 0..<count) == Array(text.prefix(count))
    }

    /// Whether a text begins with the whole file.
    package func isBeginning(of text: [UInt8]) throws(GeofenceError) -> Bool {
        guard length <= text.count else { return false }
        return try beginsLike(text)
    }

    /// Returns the bytes in a range up to `length`.
    private func bytes(in range: Range<Int>) throws(GeofenceError) -> [UInt8] {
        let end = length
        var bytes = [UInt8](repeating: 0, count: range.count)
        try perform { descriptor throws(SystemError) in
            try descriptor.seek(to: range.lowerBound)
            var filled = 0
            while filled < bytes.count {
                let count = try descriptor.read(into: &bytes, filled..<bytes.count)
                guard count > 0 else { break }
                filled += count
            }
            try descriptor.seek(to: end)
        }
        return bytes
    }

    /// Truncates the file to its first `length` bytes, if it has more.
    package func cut(to length: Int) throws(GeofenceError) {
        guard self.length > length else { return }
        try perform { descriptor throws(SystemError) in
            try descriptor.truncate(to: length)
            try descriptor.seek(to: length)
        }
        self.length = length
    }

    /// Truncates the file to the end of its last whole line.
    package func cutToLine() throws(GeofenceError) {
        var end = length
        while end > 0 {
            let start = max(0, end - 65_536)
            if let last = try bytes(in: start..<end).lastIndex(of: .lineFeed) { return try cut(to: start + last + 1) }
            end = start
        }
        try cut(to: 0)
    }

    /// Continues after the remaining whole lines if another program, such as a log rotator, has truncated or emptied
    /// the file.
    package func followCut() throws(GeofenceError) {
        var present = 0
        try perform { descriptor throws(SystemError) in present = try descriptor.length() }
        guard present < length else { return }
        try perform { descriptor throws(SystemError) in try descriptor.seek(to: present) }
        length = present
        try cutToLine()
    }

    /// Writes out the buffer. After a failure, a part of it may be in the file, which must no longer be used.
    package func flush() throws(GeofenceError) {
        guard !buffer.isEmpty else { return }
        try perform { descriptor throws(SystemError) in try descriptor.write(buffer) }
        length += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes out the buffer and waits until everything is on the disk.
    package func sync() throws(GeofenceError) {
        try flush()
        try perform { descriptor throws(SystemError) in try descriptor.sync() }
    }

    private func perform(_ body: (borrowing FileDescriptor) throws(SystemError) -> Void) throws(GeofenceError) {
        do throws(SystemError) {
            try body(descriptor)
        } catch {
            throw Self.failure(error, path)
        }
    }

    private static func failure(_ error: SystemError, _ path: String) -> GeofenceError {
        if error.isLocked {
            return GeofenceError(
                .inputOutput,
                "another process is writing to the file",
                at: InputLocation(file: path),
                recovery: "Wait until it has finished, or name another file."
            )
        }
        return error.failure("the file cannot be written", path, recovery: error.outputRemedy)
    }
}
