import Foundation
import Geofencing
import Synchronization
import TestSupport
import Testing

@testable import GeofencingStore

@Suite struct HistoryImportTests {
    private static let now = Timestamp.second(0)

    /// CSV of one device's fixes, some days before now.
    private static func csv(_ device: String, daysAgo: [Double]) -> String {
        let rows = daysAgo.map { "\(device),\(now.unixMilliseconds - Int64($0 * 86_400_000)),52.5,13.4,5" }
        return (["device,ts_unix_ms,latitude,longitude,accuracy"] + rows).joined(separator: "\n") + "\n"
    }

    private func history(_ configure: (inout HistoryImport) -> Void = { _ in }) -> HistoryImport {
        var history = HistoryImport(source: "tracker", now: Self.now)
        configure(&history)
        return history
    }

    private func run(
        _ bench: StoreBench,
        _ text: String,
        _ configure: (inout HistoryImport) -> Void = { _ in }
    ) throws -> HistoryImportResult {
        try bench.folder.write(text, to: "trace.csv")
        return try history(configure).run([bench.folder.url("trace.csv").path], into: bench.store)
    }

    @Test func `the first import takes the last 30 days`() throws {
        let bench = try StoreBench()
        let result = try run(bench, Self.csv("dog", daysAgo: [100, 31, 29.9, 1]))
        #expect((result.imported, result.tooOld, result.read) == (2, 2, 4))
        #expect(HistoryImport.historicalImportDays == 30)
        #expect(HistoryImport(source: "tracker").now > Timestamp.now - .seconds(60))
        #expect(try bench.store.fixCount() == 2)
    }

    @Test func `imported fixes are returned by device and time`() throws {
        let bench = try StoreBench()
        _ = try run(bench, Self.csv("dog", daysAgo: [3, 2, 1]))
        _ = try run(bench, Self.csv("cat", daysAgo: [2.5]))
        let store = bench.store
        let all = try store.fixes()
        #expect(all.map(\.device) == ["cat", "dog", "dog", "dog"])
        let dog = try store.fixes(of: "dog")
        #expect(dog.map(\.time) == dog.map(\.time).sorted() && dog.first?.horizontalAccuracy == .meters(5))
        #expect(try store.fixes(of: "dog", since: dog[1].time) == Array(dog[1...]))
        #expect(try store.fixes(of: "dog", until: dog[1].time) == Array(dog[..<2]))
        #expect(try store.fixes(of: "cow").isEmpty && store.fixes(of: "dog\0x").isEmpty)
        var handedOut: [Fix] = []
        try store.fixes { handedOut += $0 }
        #expect(handedOut == all)
    }

    @Test func `more fixes than are read at a time are returned once each`() throws {
        let bench = try StoreBench()
        let count: Int64 = 70_000
        let rows = (1...count).map { "dog,\(Self.now.unixMilliseconds - $0),52.5,13.4\n" }
        let text = "device,ts_unix_ms,latitude,longitude\n" + rows.joined()
        #expect(try run(bench, text).imported == Int(count))
        let times = (1...count).reversed().map { Timestamp(unixMilliseconds: Self.now.unixMilliseconds - $0) }
        #expect(try bench.store.fixes().map(\.time) == times)
    }

    @Test(arguments: [["300", "5", ""], ["5", "300", "0"], ["", "5", "-1"], ["0", "300", "5"]])
    func `a repeated fix has the best of its accuracies whatever the order of imports`(accuracies: [String]) throws {
        let bench = try StoreBench()
        let rows = (0..<Int64(40)).map { "dog,\(Self.now.unixMilliseconds - 1000 * $0),52.5,13.4," }
        for (number, accuracy) in accuracies.enumerated() {
            let lines = ["device,ts_unix_ms,latitude,longitude,accuracy"] + rows.map { $0 + accuracy }
            let result = try run(bench, lines.joined(separator: "\n") + "\n") { $0.takesAll = true }
            #expect((result.imported, result.known) == (number == 0 ? 40 : 0, number == 0 ? 0 : 40))
        }
        #expect(try bench.store.fixes().map(\.horizontalAccuracy) == Array(repeating: .meters(5), count: 40))
    }

    @Test func `an import of older history does not move the anchor back`() throws {
        let bench = try StoreBench()
        _ = try run(bench, Self.csv("dog", daysAgo: [1]))
        #expect(try run(bench, Self.csv("dog", daysAgo: [60])) { $0.takesAll = true }.imported == 1)
        #expect(try run(bench, Self.csv("dog", daysAgo: [2, 0.5])).tooOld == 1)
    }

    @Test func `the first import goes back the requested number of days`() throws {
        let bench = try StoreBench()
        #expect(try run(bench, Self.csv("dog", daysAgo: [100, 31, 1])) { $0.days = 50 }.imported == 2)
    }

    @Test(arguments: [0, -1, .min])
    func `zero or negative days import nothing before now`(days: Int) throws {
        let bench = try StoreBench()
        #expect(try run(bench, Self.csv("dog", daysAgo: [1, 0.001, 0, -0.001])) { $0.days = days }.imported == 2)
    }

    @Test func `an import that failed before its first fix does not count as the first import`() throws {
        let bench = try StoreBench()
        #expect(failure { try run(bench, "hello\n") }?.code == .invalidHeader)
        #expect(try run(bench, Self.csv("dog", daysAgo: [100, 31, 1])) { $0.days = 365 }.imported == 3)
        #expect(try run(bench, Self.csv("cat", daysAgo: [100, 31, 1])) { $0.days = 1000 }.imported == 3)
        #expect(try run(bench, Self.csv("cow", daysAgo: [400, 31, 1])) { $0.days = 1000 }.imported == 2)
    }

    @Test(arguments: [[], [-1]])
    func `an import of all history that takes nothing up to now does not count as the first`(daysAgo: [Double]) throws {
        let bench = try StoreBench()
        _ = try run(bench, Self.csv("dog", daysAgo: daysAgo)) { $0.takesAll = true }
        let result = try run(bench, Self.csv("dog", daysAgo: [100, 31, 1]))
        #expect((result.imported, result.tooOld) == (1, 2))
    }

    @Test func `all history is imported on demand and the anchor stays at the newest fix`() throws {
        let bench = try StoreBench()
        #expect(try run(bench, Self.csv("dog", daysAgo: [100, 31, 1])).imported == 1)
        let all = try run(bench, Self.csv("dog", daysAgo: [100, 31, 1])) { $0.takesAll = true }
        #expect((all.imported, all.known, all.tooOld) == (2, 1, 0))
        #expect(try run(bench, Self.csv("dog", daysAgo: [50, 0.5])).imported == 1)
    }

    @Test func `later imports take only fixes newer than the device's anchor`() throws {
        let bench = try StoreBench()
        #expect(try run(bench, Self.csv("dog", daysAgo: [5, 3])).imported == 2)
        let later = try run(bench, Self.csv("dog", daysAgo: [4, 3, 2]))
        #expect((later.imported, later.known, later.tooOld) == (1, 1, 1))
        // A device that is new to the source has no anchor yet.
        #expect(try run(bench, Self.csv("cat", daysAgo: [31, 20])).imported == 1)
    }

    @Test func `a fix in the future is imported but does not become the anchor`() throws {
        let bench = try StoreBench()
        // Clocks that are a day ahead, and of the year 2080.
        #expect(try run(bench, Self.csv("dog", daysAgo: [3, -1, -20_000])).imported == 3)
        let later = try run(bench, Self.csv("dog", daysAgo: [4, 2, -1]))
        #expect((later.imported, later.known, later.tooOld) == (1, 1, 1))
        // A device that has given nothing else has no anchor yet.
        #expect(try run(bench, Self.csv("cat", daysAgo: [-1])).imported == 1)
        #expect(try run(bench, Self.csv("cat", daysAgo: [31, 20])).imported == 1)
        // Clocks may differ by minutes.
        #expect(try run(bench, Self.csv("owl", daysAgo: [-0.006])).imported == 1)
        #expect(try run(bench, Self.csv("owl", daysAgo: [1])).tooOld == 1)
    }

    @Test func `an existing anchor in the future is replaced by the newest fix up to now`() throws {
        let bench = try StoreBench()
        // What is in the future now was not when it was imported.
        let later = Self.now + .seconds(2 * 86_400)
        #expect(try run(bench, Self.csv("dog", daysAgo: [3, -1])) { $0.now = later }.imported == 2)
        #expect(try run(bench, Self.csv("cat", daysAgo: [-1])) { $0.now = later }.imported == 1)
        let dog = try run(bench, Self.csv("dog", daysAgo: [4, 2, -1]))
        #expect((dog.imported, dog.known, dog.tooOld) == (1, 1, 1))
        let cat = try run(bench, Self.csv("cat", daysAgo: [40, 20, -1]))
        #expect((cat.imported, cat.known, cat.tooOld) == (1, 1, 1))
    }

    @Test func `only the first import has a day limit`() throws {
        let bench = try StoreBench()
        #expect(try run(bench, Self.csv("dog", daysAgo: [100])) { $0.takesAll = true }.imported == 1)
        let later = try run(bench, Self.csv("dog", daysAgo: [101, 99, 50]))
        #expect((later.imported, later.tooOld) == (2, 1))
    }

    @Test func `devices whose names differ only in Unicode form have separate anchors`() throws {
        let bench = try StoreBench()
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        #expect(try run(bench, Self.csv(composed, daysAgo: [3])).imported == 1)
        #expect(try run(bench, Self.csv(decomposed, daysAgo: [5, 1])).imported == 2)
        let later = try run(bench, Self.csv(composed, daysAgo: [2]) + Self.csv(decomposed, daysAgo: [2]))
        #expect((later.imported, later.tooOld) == (1, 1))
    }

    @Test func `each source has its own anchors and a shared fix is stored once`() throws {
        let bench = try StoreBench()
        #expect(try run(bench, Self.csv("dog", daysAgo: [5, 3])).imported == 2)
        let other = try run(bench, Self.csv("dog", daysAgo: [5, 4, 3])) { $0.source = "phone" }
        #expect((other.imported, other.known, other.tooOld) == (1, 2, 0))
    }

    @Test func `importing again changes nothing`() throws {
        let bench = try StoreBench()
        for count in [3, 0, 0] {
            let result = try run(bench, Self.csv("dog", daysAgo: [3, 2, 1])) { $0.takesAll = true }
            #expect(result.imported == count)
            #expect(result.read == 3)
        }
        #expect(try bench.store.fixCount() == 3)
    }

    @Test func `fixes with equal times and no sequence differ by position`() throws {
        let bench = try StoreBench()
        let text = """
            device,ts_unix_ms,latitude,longitude
            dog,1767225600000,52,13
            dog,1767225600000,52,14
            dog,1767225600000,52,13

            """
        let result = try run(bench, text)
        #expect((result.imported, result.known) == (2, 1))
    }

    @Test func `unreadable records are counted by reason and reported with their line`() throws {
        let bench = try StoreBench()
        try bench.folder.write(Self.csv("dog", daysAgo: [1]) + "dog,nonsense,1,2,3\n", to: "trace.csv")
        var lines: [Int] = []
        let path = bench.folder.url("trace.csv").path
        let result = try history().run([path], into: bench.store, rejected: { lines.append($0.line) })
        #expect(result.rejected == [.timestamp: 1])
        #expect(result.read == 2)
        #expect(lines == [3])
        #expect(failure { try history { $0.isStrict = true }.run([path], into: bench.store) }?.code == .invalidRecord)
    }

    @Test func `progress is reported in records and bytes up to the end`() throws {
        let bench = try StoreBench()
        let text = Self.csv("dog", daysAgo: [3, 2, 1])
        try bench.folder.write(text, to: "trace.csv")
        var last: TraceProgress?
        _ = try history().run([bench.folder.url("trace.csv").path], into: bench.store, progressed: { last = $0 })
        #expect(last?.records == 3)
        #expect(last?.bytes == text.split(separator: "\n").dropFirst().joined(separator: "\n").utf8.count + 1)
    }

    @Test func `each rejected record is reported with its place and reason`() throws {
        let bench = try StoreBench()
        let text = Self.csv("dog", daysAgo: [2]) + "dog,never,52,13,5\n" + "dog,\(Self.now.unixMilliseconds),95,13,5\n"
        try bench.folder.write(text, to: "trace.csv")
        let path = bench.folder.url("trace.csv").path
        var rejected: [RejectedTraceRecord] = []
        let result = try history().run([path], into: bench.store, rejecting: { rejected.append($0) })
        #expect(rejected.map(\.location.line) == [3, 4])
        #expect(rejected.map(\.location.file) == [path, path])
        #expect(result.rejected == Dictionary(rejected.map { ($0.reason, 1) }, uniquingKeysWith: +))
        #expect(result.imported == 1)
    }

    /// Ends an import of these many fixes of `dog` by an error when some have been written, and returns the file.
    private func interrupted(_ bench: StoreBench, rows: Int) throws -> String {
        var text = "device,ts_unix_ms,latitude,longitude\n"
        for row in 0..<rows { text += "dog,\(Self.now.unixMilliseconds - Int64(rows - row)),52,13\n" }
        try bench.folder.write(text, to: "trace.csv")
        let path = bench.folder.url("trace.csv").path
        #expect(throws: CancellationError.self) {
            try history().run([path], into: bench.store) { if $0.records == rows { throw CancellationError() } }
        }
        return path
    }

    @Test func `an error of the progress closure ends an import, which resumes later`() throws {
        let bench = try StoreBench()
        let rows = HistoryImport.batchSize + 100_000
        let path = try interrupted(bench, rows: rows)
        let before = try bench.store.fixCount()
        #expect(before > 0 && before < rows)
        let result = try history().run([path], into: bench.store)
        #expect(result.resumedChunks > 0 && before + result.imported == rows)
    }

    @Test func `an interrupted import starts over to take all`() throws {
        let bench = try StoreBench()
        let rows = HistoryImport.batchSize + 100_000
        let path = try interrupted(bench, rows: rows)
        let result = try history { $0.takesAll = true }.run([path], into: bench.store)
        #expect(result.resumedChunks == 0 && result.imported + result.known == rows && result.known > 0)
    }

    @Test func `an interrupted import starts over if a device was forgotten since`() throws {
        let bench = try StoreBench()
        let rows = HistoryImport.batchSize + 100_000
        let path = try interrupted(bench, rows: rows)
        #expect(try bench.store.forget(devices: ["dog"]).fixes > 0)
        let result = try history().run([path], into: bench.store)
        #expect(result.resumedChunks == 0 && result.imported == rows)
    }

    @Test func `a failed import resumes where it stopped and leads to the same store`() throws {
        let bench = try StoreBench()
        let rows = 1_200_000
        var text = "device,ts_unix_ms,latitude,longitude\n"
        for row in 0..<rows { text += "d\(row % 50),\(Self.now.unixMilliseconds - Int64(rows - row)),52,13\n" }
        text += "d0,nonsense,52,13\n"
        text.replace("latitude,longitude\n", with: "latitude,longitude\nd0,early,52,13\n")
        try bench.folder.write(text, to: "trace.csv")
        let path = bench.folder.url("trace.csv").path
        // Ended by the last record, when several batches were written.
        #expect(throws: GeofenceError.self) {
            try history().run(
                [path],
                into: bench.store,
                rejected: { fix throws(GeofenceError) in
                    if fix.line > 2 { throw fix.error }
                }
            )
        }
        let before = try bench.store.fixCount()
        #expect(before > 0 && before < rows)
        let result = try history().run([path], into: bench.store)
        #expect(result.resumedChunks > 0)
        #expect(before + result.imported == rows)
        #expect(try bench.store.fixCount() == rows)
        // What was rejected in the part that was done is told again.
        #expect(result.rejected == [.timestamp: 2])
        // All devices have their anchors, those of the first part too.
        try bench.folder.write(text.replacing("nonsense", with: "\(Self.now.unixMilliseconds)"), to: "trace.csv")
        let later = try history().run([path], into: bench.store)
        #expect((later.imported, later.known, later.resumedChunks) == (1, 50, 0))
    }

    /// Imports `a.csv`, and `b.csv` newest first up to a record that ends the import when most of it is written. Gives
    /// the paths, and how many fixes `b.csv` has.
    private func endedInSecond(_ bench: StoreBench) throws -> (a: String, b: String, fixes: Int) {
        let rows = HistoryImport.batchSize + 100_000
        var text = "device,ts_unix_ms,latitude,longitude\n"
        for row in 0..<rows { text += "dog,\(Self.now.unixMilliseconds - Int64(row)),52,13\n" }
        try bench.folder.write(Self.csv("cat", daysAgo: [1]), to: "a.csv")
        try bench.folder.write(text + "dog,nonsense,52,13\n", to: "b.csv")
        let (a, b) = (bench.folder.url("a.csv").path, bench.folder.url("b.csv").path)
        #expect(failure { try history { $0.isStrict = true }.run([a, b], into: bench.store) }?.code == .invalidRecord)
        let before = try bench.store.fixCount()
        #expect(before > 1 && before < rows)
        return (a, b, rows)
    }

    @Test func `importing one file of an interrupted import does not make the others too old`()
        throws
    {
        let bench = try StoreBench()
        let (a, b, rows) = try endedInSecond(bench)
        let first = try history().run([a], into: bench.store)
        #expect((first.known, first.resumedChunks) == (1, 0))
        let second = try history().run([b], into: bench.store)
        #expect((second.imported + second.known, second.tooOld) == (rows, 0))
        #expect(try bench.store.fixCount() == rows + 1)
        // Both have their anchors now.
        #expect(try history().run([a, b], into: bench.store).tooOld == rows - 1)
    }

    @Test func `an interrupted import resumes even with an additional file`() throws {
        let bench = try StoreBench()
        let (a, b, rows) = try endedInSecond(bench)
        try bench.folder.write(Self.csv("owl", daysAgo: [1]), to: "c.csv")
        let result = try history().run([bench.folder.url("c.csv").path, b, a], into: bench.store)
        #expect(result.resumedChunks > 0)
        #expect(result.tooOld == 0)
        #expect(try bench.store.fixCount() == rows + 2)
    }

    @Test func `an interrupted import with a different UTC offset starts over`() throws {
        let bench = try StoreBench()
        let (a, b, rows) = try endedInSecond(bench)
        let result = try history { $0.utcOffset = UTCOffset("+02:00") }.run([a, b], into: bench.store)
        #expect((result.resumedChunks, result.tooOld) == (0, 0))
        #expect(try bench.store.fixCount() == rows + 1)
    }

    @Test func `an interrupted import starts over once a device was forgotten`() throws {
        let bench = try StoreBench()
        let (a, b, rows) = try endedInSecond(bench)
        _ = try bench.store.forget(devices: ["dog"])
        let result = try history().run([a, b], into: bench.store)
        #expect((result.imported, result.tooOld, result.resumedChunks) == (rows, 0, 0))
        #expect(try bench.store.fixCount() == rows + 1)
    }

    @Test func `after an interrupted import, the next one is the first if all devices were forgotten`() throws {
        let bench = try StoreBench()
        let (a, b, _) = try endedInSecond(bench)
        _ = try bench.store.forget(devices: ["cat", "dog"])
        #expect(try history { $0.days = 50 }.run([a, b], into: bench.store).since == Self.now - .seconds(50 * 86_400))
    }

    @Test func `a source allows one import at a time`() throws {
        let bench = try StoreBench()
        try bench.folder.write(Self.csv("dog", daysAgo: [3, 2, 1]), to: "trace.csv")
        let path = bench.folder.url("trace.csv").path
        var other: GeofenceError?
        _ = try history().run(
            [path],
            into: bench.store,
            progressed: { _ in other = failure { try history().run([path], into: bench.store) } }
        )
        #expect(other?.code == .storeBusy)
        #expect(try history().run([path], into: bench.store).known == 1)
        // Of the lock nothing stays behind.
        #expect(try bench.folder.names.allSatisfy { !$0.contains("-import-") })
    }

    @Test func `an import waits for a finishing import of the same source`() throws {
        let bench = try StoreBench()
        try bench.folder.write(Self.csv("dog", daysAgo: [3, 2, 1]), to: "trace.csv")
        let path = bench.folder.url("trace.csv").path
        #expect(try history().run([path], into: bench.store).imported == 3)
        // As one that was killed keeps it until its last write is on the disk.
        let lock = Mutex<FileLock?>(try FileLock(path: bench.store.lockPath("import-1")))
        // On a thread of its own: those of tasks may all be waiting.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.2)
            lock.withLock { $0 = nil }
        }
        #expect(try history().run([path], into: bench.store).known == 1)
    }

    @Test func `an import with a missing file leaves no data of its source`() throws {
        let bench = try StoreBench()
        try bench.folder.write(Self.csv("dog", daysAgo: [100, 1]), to: "trace.csv")
        let path = bench.folder.url("trace.csv").path
        let missing = bench.folder.url("missing.csv").path
        for paths in [[missing], [path, missing]] {
            let error = #expect(throws: GeofenceError.self) {
                try history { $0.takesAll = true }.run(paths, into: bench.store)
            }
            #expect(error?.code == .unreadableInput)
        }
        #expect(try bench.store.fixCount() == 0)
        let result = try history { $0.days = 50 }.run([path], into: bench.store)
        #expect((result.imported, result.tooOld) == (1, 1))
        #expect(try run(bench, Self.csv("cat", daysAgo: [49, 51])).imported == 1)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/shm"), "needs a file system with any dates"))
    func `a file may have any date`() throws {
        let bench = try StoreBench()
        let path = "/dev/shm/\(bench.folder.url("trace.csv").path.replacing("/", with: "-"))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Self.csv("dog", daysAgo: [1]).write(toFile: path, atomically: false, encoding: .utf8)
        for seconds in [1e16, -1e16] {
            let date = Date(timeIntervalSince1970: seconds)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
            #expect(try history().run([path], into: bench.store).read == 1)
        }
    }

    @Test func `after a failed import of all history, later imports keep their day limit`() throws {
        let bench = try StoreBench()
        #expect(throws: GeofenceError.self) {
            try run(bench, Self.csv("dog", daysAgo: [1]) + "dog,nonsense,1,2,3\n") {
                ($0.takesAll, $0.isStrict) = (true, true)
            }
        }
        let result = try run(bench, Self.csv("dog", daysAgo: [100, 1]))
        #expect((result.imported, result.tooOld) == (1, 1))
    }
}
