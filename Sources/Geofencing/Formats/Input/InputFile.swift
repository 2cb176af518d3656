/// A file, standard input or memory, read from beginning to end; gzip data is decompressed on the fly.
package final class InputFile {
    /// The two bytes with which gzip data begins.
    package static let gzipMark: [UInt8] = [0x1F, 0x8B]

    /// The path as the caller gave it, `-` for standard input; the name given to contents in memory.
    package let path: String

    private let origin: Origin
    private var isStarted = false
    /// The state of decompression; `nil` for input that is not compressed.
    private(set) var gzip: GzipState?
    /// The bytes that were peeked at and are still to be read.
    private var ahead: ArraySlice<UInt8> = []
    private var failure: GeofenceError?

    /// Opens the file at `path`, or standard input for `-`.
    package convenience init(path: String) throws(GeofenceError) { try self.init(.file(path)) }

    /// Creates an input of the lines made from another one.
    init(_ lines: ConvertedInput) {
        path = lines.input.path
        origin = .lines(lines)
    }

    init(_ source: InputSource) throws(GeofenceError) {
        path = source.path
        switch source {
        case .file("-"): origin = .descriptor(.standardInput())
        case .file(let path):
            do {
                origin = .descriptor(try FileDescriptor.open(reading: path))
            } catch {
                throw Self.failedOpening(path, error)
            }
        case .memory(let bytes, _): origin = .memory(MemoryInput(bytes))
        }
    }

    /// Reads at most `range.count` (at least 1) bytes into `range` of `bytes`; 0 at the end.
    func read(into bytes: inout [UInt8], _ range: Range<Int>) throws(GeofenceError) -> Int {
        if !ahead.isEmpty {
            let count = min(ahead.count, range.count)
            bytes.replaceSubrange(range.lowerBound..<(range.lowerBound + count), with: ahead.prefix(count))
            ahead = ahead.dropFirst(count)
            // The memory is freed along with the last bytes.
            if ahead.isEmpty { ahead = [] }
            return count
        }
        if let failure { throw failure }
        return try readOn(into: &bytes, range)
    }

    /// Whether reading returns something, bytes or the end, within the given number of milliseconds.
    func hasInput(within milliseconds: Int32) -> Bool {
        if !ahead.isEmpty || gzip?.unread.isEmpty == false { return true }
        switch origin {
        case .descriptor(let descriptor): return descriptor.hasInput(within: milliseconds)
        case .memory: return true
        case .lines: return true
        }
    }

    /// Whether the input is a regular file, which can be read again.
    var isRegular: Bool {
        switch origin {
        case .descriptor(let descriptor): descriptor.isRegular
        case .memory: false
        case .lines: false
        }
    }

    /// Returns the first `count` bytes, or all if there are fewer, without consuming them.
    func peek(_ count: Int) throws(GeofenceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        do {
            while filled < count {
                let more = try read(into: &bytes, filled..<count)
                if more == 0 { break }
                filled += more
            }
        } catch {
            // It is thrown once the bytes before it were read.
            guard filled > 0 else { throw error }
            failure = error
        }
        bytes.removeSubrange(filled...)
        ahead = bytes + ahead
        return bytes
    }

    /// Reads everything that is left; `nil` if that is more than `limit` bytes.
    func readAll(upTo limit: Int = .max) throws(GeofenceError) -> [UInt8]? {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = try read(into: &piece, 0..<piece.count)
            if count == 0 { return all }
            guard all.count + count <= limit else { return nil }
            all += piece[..<count]
        }
    }

    /// Puts back other bytes in place of those that were read to the end.
    func replaceRead(with bytes: [UInt8]) { ahead = bytes[...] }

    /// Reads what nobody has peeked at, with the semantics of `read`. The first call finds out whether it is gzip data.
    private func readOn(into bytes: inout [UInt8], _ range: Range<Int>) throws(GeofenceError) -> Int {
        if gzip != nil { return try readGzip(into: &bytes, range) }
        if isStarted { return try readPlain(into: &bytes, range) }
        isStarted = true
        // Two bytes distinguish gzip data from everything else; a pipe may deliver them one by one.
        var head: [UInt8] = [0, 0]
        var count = 0
        while count < 2 {
            let more = try readPlain(into: &head, count..<2)
            if more == 0 { break }
            count += more
        }
        guard count == 2, head == Self.gzipMark else {
            ahead = head[..<count]
            return count == 0 ? 0 : try read(into: &bytes, range)
        }
        guard let inflater = Inflater() else {
            throw GeofenceError(
                .inputOutput,
                "zlib cannot be started",
                at: InputLocation(file: path),
                recovery: "Unpack the file with gzip -d first."
            )
        }
        gzip = GzipState(inflater: inflater, head: head)
        return try readGzip(into: &bytes, range)
    }

    /// Reads the bytes of the file itself, with the semantics of `read`.
    func readPlain(into bytes: inout [UInt8], _ range: Range<Int>) throws(GeofenceError) -> Int {
        switch origin {
        case .memory(let memory): return memory.read(into: &bytes, range)
        case .lines(let lines): return try lines.read(into: &bytes, range)
        case .descriptor(let descriptor):
            do {
                return try descriptor.read(into: &bytes, range)
            } catch {
                throw Self.failedReading(path, error)
            }
        }
    }

    private enum Origin: ~Copyable {
        case descriptor(FileDescriptor)
        case memory(MemoryInput)
        case lines(ConvertedInput)
    }
}

/// Bytes in memory that are read like those of a file.
private final class MemoryInput {
    private var unread: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { unread = bytes[...] }

    func read(into bytes: inout [UInt8], _ range: Range<Int>) -> Int {
        let some = unread.prefix(range.count)
        bytes.replaceSubrange(range.prefix(some.count), with: some)
        unread = unread.dropFirst(some.count)
        return some.count
    }
}
