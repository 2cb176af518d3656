import TestSupport
import Testing

@testable import Geofencing

/// Inputs that begin with so much white space that nothing else is looked at.
@Suite struct BlankBeginningTests {
    private static let readers: [(name: String, read: @Sendable (String) throws -> Void)] = [
        ("a trace", { _ = try TraceReader(.file($0)) }),
        ("geofences", { _ = try GeofenceReader.read([.file($0)]) }),
        ("points", { _ = try PointReader(path: $0) }),
        ("an event log", { _ = try EventLogReader(path: $0) }),
        ("an event log that is ours", { _ = try EventLogReader(path: $0, format: .ndjson) }),
        ("visits", { _ = try VisitLabelReader.read(path: $0) }),
    ]

    @Test(arguments: readers.indices)
    func `an input that begins with a whole head of white space is refused`(number: Int) throws {
        let (name, read) = Self.readers[number]
        let blank = String(repeating: "\n", count: RecordReader.headSize)
        let file = try TemporaryFile(blank + "device,ts\n")
        let error = withExtendedLifetime(file) { failure { try read(file.path) } }
        #expect(error?.code == .unknownFormat, "\(name)")
        #expect(error?.message.contains("the first 65536 bytes are white space") == true, "\(name)")
        // A little of it is an empty input.
        let short = try TemporaryFile(" \n\n")
        #expect(throws: Never.self, "\(name)") { try withExtendedLifetime(short) { try read(short.path) } }
    }
}
