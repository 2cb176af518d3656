import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Geofencing

/// Evaluations that go on from what a run before has kept.
@Suite struct CheckpointTests {
    private static let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy"

    /// A trace in order of time and without contradictions, as two files.
    private static func inputs(seed: UInt64, in folder: TemporaryFolder) throws -> [String] {
        let lines = PolicyEvaluationTests.trace(seed: seed).filter { !$0.hasSuffix(",3") }
        let half = lines.count / 2
        for (name, part) in [("a.csv", lines[..<half]), ("b.csv", lines[half...])] {
            try folder.write(([header] + part).joined(separator: "\n") + "\n", to: name)
        }
        return ["a.csv", "b.csv"].map { folder.url($0).path }
    }

    private struct Run {
        var fences = PolicyEvaluationTests.fences
        var rules: EventRules
        var paths: [String]
        var threads = 2
        var onEmptyInput: @Sendable (String, String) -> Void = { _, _ in }

        func result(
            _ checkpoints: EvaluationCheckpoints? = nil,
            progressed: @escaping @Sendable () -> Void = {}
        ) throws -> TraceResult {
            let engine = try GeofenceEngine(checked: fences, rules: rules)
            var options = TraceEvaluation.Options()
            options.threads = threads
            options.chunkSize = 2500
            options.checkpoints = checkpoints
            let observer = TraceEvaluation.Observer(onEmptyInput: onEmptyInput, progressed: { _ in progressed() })
            return try TraceEvaluation(
                engine,
                traces: paths.map { TraceFile(path: $0) },
                options: options,
                observer: observer
            ).run()
        }

        func callAsFunction(
            _ checkpoints: EvaluationCheckpoints? = nil,
            progressed: @escaping @Sendable () -> Void = {}
        ) throws -> (events: [String], read: Int, wasSorted: Bool) {
            var result = try result(checkpoints, progressed: progressed)
            let registry = result.engine.registry
            let names = fences.map(\.id).sorted() + result.gone
            var events: [String] = []
            try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
                let device = registry.device(in: record.device)
                let event = Transition(record, device: device, geofence: names[Int(record.fence)])
                var text: [UInt8] = []
                TransitionEncoder(format: .ndjson, isFull: true).append(event, to: &text)
                events.append(String(decoding: text, as: UTF8.self))
            }
            return (events, result.counts.read, result.wasSorted)
        }
    }

    private static func checkpoints(_ folder: TemporaryFolder, _ name: String = "c") -> EvaluationCheckpoints {
        var checkpoints = EvaluationCheckpoints(path: folder.url(name).path)
        checkpoints.interval = .zero
        return checkpoints
    }

    /// Copies what is kept at this moment, as an end by force would leave it.
    private static func copy(_ name: String, to copy: String, in folder: TemporaryFolder) {
        for suffix in ["", ".log"] {
            try? FileManager.default.removeItem(at: folder.url(copy + suffix))
            try? FileManager.default.copyItem(at: folder.url(name + suffix), to: folder.url(copy + suffix))
        }
    }

    @Test(arguments: EngineStateTests.rules.filter { $0.order == .time }, TestEffort.seeds(41, 42))
    func `a run resumed from any checkpoint has the transitions of an uninterrupted run`(
        rules: EventRules,
        seed: UInt64
    ) throws {
        let folder = try TemporaryFolder()
        let run = Run(rules: rules, paths: try Self.inputs(seed: seed, in: folder))
        let expected = try run()
        try #require(!expected.wasSorted && !expected.events.isEmpty)
        let moments = Mutex(0)
        let kept = try run(Self.checkpoints(folder)) {
            let moment = moments.withLock {
                $0 += 1
                return $0
            }
            if moment % 9 == Int(seed % 9) { Self.copy("c", to: "copy-\(moment)", in: folder) }
        }
        #expect(kept.events == expected.events)
        let copies = try folder.names.filter { $0.hasPrefix("copy-") && !$0.hasSuffix(".log") }
        try #require(copies.count > 3)
        for name in copies {
            let resumed = try run(Self.checkpoints(folder, name))
            #expect(resumed.events == expected.events, "seed \(seed), \(name)")
            #expect(resumed.read == expected.read)
        }
    }

    @Test func `a resumed run reports every input without records`() throws {
        let folder = try TemporaryFolder()
        let inputs = try Self.inputs(seed: 47, in: folder)
        try folder.write(Self.header + "\n", to: "empty.csv")
        let empty = folder.url("empty.csv").path
        let paths = [empty, inputs[0], empty, inputs[1], empty]
        let empties = Mutex(0)
        let found: @Sendable (String, String) -> Void = { _, _ in empties.withLock { $0 += 1 } }
        let moments = Mutex(0)
        let run = Run(rules: EventRules(), paths: paths, onEmptyInput: found)
        _ = try run(Self.checkpoints(folder)) {
            let moment = moments.withLock {
                $0 += 1
                return $0
            }
            if moment % 7 == 0 { Self.copy("c", to: "copy-\(moment)", in: folder) }
        }
        #expect(empties.withLock { $0 } == 3)
        let copies = try folder.names.filter { $0.hasPrefix("copy-") && !$0.hasSuffix(".log") }
        try #require(copies.count > 3)
        for name in copies {
            empties.withLock { $0 = 0 }
            _ = try run(Self.checkpoints(folder, name))
            #expect(empties.withLock { $0 } == 3, "\(name)")
        }
    }

    @Test func `a run over unsorted inputs restarts and has the same transitions`() throws {
        let folder = try TemporaryFolder()
        var paths = try Self.inputs(seed: 43, in: folder)
        paths.reverse()
        let run = Run(rules: EventRules(), paths: paths)
        let expected = try run()
        #expect(expected.wasSorted)
        let kept = try run(Self.checkpoints(folder)) { Self.copy("c", to: "copy", in: folder) }
        #expect(kept.events == expected.events)
        #expect(try run(Self.checkpoints(folder, "copy")).events == expected.events)
        // Nothing remains of it, so that one with other rules is not bound to sort.
        #expect(!(try folder.names.contains { $0 == "c" || $0 == "c.log" }))
    }

    @Test func `changed geofences, rules and inputs are refused by name`() throws {
        let folder = try TemporaryFolder()
        let paths = try Self.inputs(seed: 44, in: folder)
        let run = Run(rules: EventRules(), paths: paths, threads: 1)
        _ = try run(Self.checkpoints(folder))
        func refusal(_ change: (inout Run) throws -> Void) throws -> String {
            Self.copy("c", to: "copy", in: folder)
            var other = run
            try change(&other)
            do {
                _ = try other(Self.checkpoints(folder, "copy"))
                return "taken"
            } catch let error as GeofenceError {
                #expect(error.code == .stateMismatch)
                #expect(error.recoverySuggestion.contains("remove the checkpoint"))
                return error.message
            }
        }
        #expect(try refusal { $0.rules.dwell = .seconds(5) }.hasSuffix("other rules: dwell"))
        #expect(try refusal { $0.fences.removeLast() }.contains("1 geofence removed (\"fence-7\")"))
        #expect(try refusal { $0.paths.removeLast() }.contains("with at least 2 inputs, but only 1 "))
        #expect(try refusal { $0.paths.reverse() }.contains("is not the same"))
        let text = try String(contentsOfFile: paths[0], encoding: .utf8)
        try (text + "d0,1,2,3,4\n").write(toFile: paths[0], atomically: true, encoding: .utf8)
        #expect(try refusal { _ in }.hasSuffix("when the checkpoint was made"))
        try text.write(toFile: paths[0], atomically: true, encoding: .utf8)
        #expect(try refusal { _ in } == "taken")
    }

    @Test func `a rebase continues with other geofences and keeps earlier transitions`() throws {
        let folder = try TemporaryFolder()
        let rules = EventRules(policy: .raw, dwell: .seconds(60))
        let run = Run(rules: rules, paths: try Self.inputs(seed: 45, in: folder))
        let expected = try run().events
        let moments = Mutex(0)
        _ = try run(Self.checkpoints(folder)) {
            let moment = moments.withLock {
                $0 += 1
                return $0
            }
            if moment == 20 { Self.copy("c", to: "copy", in: folder) }
        }
        var other = run
        other.fences.remove(at: 4)
        other.fences.remove(at: 0)
        var checkpoints = Self.checkpoints(folder, "copy")
        checkpoints.isRebasing = true
        let rebased = try other(checkpoints) {
            if !FileManager.default.fileExists(atPath: folder.url("twice").path) {
                Self.copy("copy", to: "twice", in: folder)
            }
        }
        let closed = rebased.events.filter { $0.contains("fence_removed") }
        #expect(!closed.isEmpty)
        #expect(closed.allSatisfy { $0.contains("\"fence-0\"") || $0.contains("\"fence-4\"") })
        func events(_ all: [String], of fence: String) -> [String] { all.filter { $0.contains("\"\(fence)\"") } }
        for fence in ["fence-1", "fence-2", "fence-7"] {
            #expect(events(rebased.events, of: fence) == events(expected, of: fence))
        }
        let last = try #require(closed.compactMap { rebased.events.firstIndex(of: $0) }.max())
        #expect(rebased.events[(last + 1)...].allSatisfy { !$0.contains("\"fence-0\"") })
        // What it kept right after the rebase needs none.
        #expect(try other(Self.checkpoints(folder, "twice")).events == rebased.events)
    }

    @Test func `a checkpoint keeps the counts of the progress`() throws {
        var checkpoint = EvaluationCheckpoint()
        checkpoint.progress.notes.nullIslands = 1
        checkpoint.progress.notes.unknownAccuracies = 2
        checkpoint.progress.notes.wrappedLongitudes = 3
        checkpoint.progress.notes.droppedFields = 4
        (checkpoint.progress.lines, checkpoint.progress.bytes, checkpoint.progress.input) = (5, 6, 7)
        let progress = try EvaluationCheckpoint(decoding: checkpoint.encoded).progress
        let notes = progress.notes
        #expect(notes.nullIslands == 1 && notes.unknownAccuracies == 2)
        #expect(notes.wrappedLongitudes == 3 && notes.droppedFields == 4)
        #expect(progress.lines == 5 && progress.bytes == 6 && progress.input == 7)
    }

    @Test func `a log keeps all of a transition`() throws {
        let folder = try TemporaryFolder()
        var record = TransitionRecord(
            time: 1,
            decidedTime: 2,
            latitude: 3,
            longitude: 4,
            device: 5,
            fence: 0,
            kind: .dwell,
            cause: .movement
        )
        (record.isInferred, record.isMuted, record.enterCause) = (true, true, .gap)
        (record.earliest, record.latest, record.visitStart) = (6, 7, 8)
        (record.ordinal, record.visitOrdinal) = (9, 10)
        let file = try AppendedFile(path: folder.url("c.log").path)
        let log = try CheckpointLog(file, keeping: 0, logFences: [], fences: ["a"])
        try log.append([record])
        try log.sync()
        var found: [String] = []
        try log.read { records throws(GeofenceError) in found += records.map { "\($0)" } }
        #expect(found == ["\(record)"])
    }

    @Test func `a log keeps each geofence's number when geofences change`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url("c.log").path
        func record(_ fence: UInt32) -> TransitionRecord {
            TransitionRecord(
                time: 1,
                decidedTime: 2,
                latitude: 3,
                longitude: 4,
                device: 0,
                fence: fence,
                kind: .enter,
                cause: .movement
            )
        }
        func length(_ known: [Geofence.ID], _ fences: [Geofence.ID], keeping length: Int) throws -> Int {
            let file = try AppendedFile(path: path)
            let log = try CheckpointLog(file, keeping: length, logFences: known, fences: fences)
            try log.append(fences.indices.map { record(UInt32($0)) })
            try log.sync()
            return log.length
        }
        let first = try length([], ["a", "b"], keeping: 0)
        let second = try length(["a", "b"], ["b", "c"], keeping: first)
        let file = try AppendedFile(path: path)
        let log = try CheckpointLog(file, keeping: second, logFences: ["a", "b", "c"], fences: ["c", "d"])
        var found: [Geofence.ID] = []
        try log.read { records throws(GeofenceError) in found += records.map { log.fences[Int($0.fence)] } }
        #expect(found == ["a", "b", "b", "c"] && log.fences == ["a", "b", "c", "d"])
    }

    @Test func `a run that begins while another uses the checkpoint is refused before it reads anything`() throws {
        let folder = try TemporaryFolder()
        let run = Run(rules: EventRules(), paths: try Self.inputs(seed: 46, in: folder))
        let codes = Mutex<Set<GeofenceError.Code?>>([])
        let kept = try run(Self.checkpoints(folder)) {
            let error = failure { _ = try Self.checkpoints(folder).take() }
            codes.withLock { _ = $0.insert(error?.code) }
        }
        #expect(codes.withLock { $0 } == [.inputOutput])
        #expect(try kept.events == run().events)
    }

    @Test func `no other run can use a checkpoint until the results of its run are in place`() throws {
        let folder = try TemporaryFolder()
        let run = Run(rules: EventRules(), paths: try Self.inputs(seed: 46, in: folder))
        let checkpoints = Self.checkpoints(folder)
        let result = try run.result(checkpoints)
        #expect(failure { _ = try checkpoints.take() }?.code == .inputOutput)
        result.remove(checkpoints)
        #expect(try checkpoints.take().checkpoint == nil)
        // A run that sorts has removed its checkpoint, and leaves that of another run alone.
        let sorting = Run(rules: EventRules(), paths: run.paths.reversed())
        let sorted = try sorting.result(checkpoints)
        #expect(sorted.wasSorted)
        _ = try run.result(checkpoints)
        sorted.remove(checkpoints)
        #expect(try checkpoints.take().checkpoint != nil)
    }

    @Test func `the log of a checkpoint that cannot be removed stays`() throws {
        let folder = try TemporaryFolder()
        // What removes a file does not remove a folder.
        try FileManager.default.createDirectory(at: folder.url("check"), withIntermediateDirectories: false)
        try folder.write("", to: "check.log")
        EvaluationCheckpoints(path: folder.url("check").path).remove()
        #expect(try folder.names == ["check", "check.log"])
    }

    @Test func `a damaged checkpoint or log is refused`() throws {
        let folder = try TemporaryFolder()
        let run = Run(rules: EventRules(), paths: try Self.inputs(seed: 46, in: folder))
        _ = try run(Self.checkpoints(folder))
        func isRefused(_ name: String, _ damage: (inout Data) -> Void) throws -> Bool {
            let (file, whole) = (folder.url(name), try Data(contentsOf: folder.url(name)))
            var damaged = whole
            damage(&damaged)
            try damaged.write(to: file)
            let error = failure { _ = try run(Self.checkpoints(folder)) }
            try whole.write(to: file)
            return error?.code == .invalidState && error?.location?.file == file.path
        }
        for name in ["c", "c.log"] {
            #expect(try isRefused(name) { $0[$0.count / 2] ^= 1 })
            #expect(try isRefused(name) { $0.removeLast() })
        }
        #expect(try isRefused("c.log") { $0 = Data() })
    }
}
