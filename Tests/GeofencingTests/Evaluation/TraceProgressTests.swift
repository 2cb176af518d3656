import Geofencing
import TestSupport
import Testing

/// The progress of an evaluation, which its caller sees and can end.
@Suite struct TraceProgressTests {
    /// 60,000 fixes, some 2 MB, in order of time.
    static let rows: [String] = (0..<5000).flatMap { minute in
        (0..<12).map { device in
            let offset = Double((minute * (device + 3)) % 50 - 25) * 0.0008
            return "d\(device),\(1_767_225_600 + minute * 60),\(52.52 + offset),13.405"
        }
    }

    static let traces = [EngineTracesTests.trace(rows[..<25_000]), EngineTracesTests.trace(rows[25_000...])]
    static let reversed = [EngineTracesTests.trace(rows.reversed())]
    static let bytes = rows.reduce(0) { $0 + $1.utf8.count + 1 }

    @Test(arguments: [1, 2, 5])
    func `progress grows up to all that was read`(threads: Int) throws {
        for (traces, isSorted) in [(Self.traces, false), (Self.reversed, true)] {
            var told: [TraceProgress] = []
            var toldAtFirst: Int?
            let evaluated = try EngineTracesTests.engine().evaluate(
                traces,
                threads: threads,
                progressed: { told.append($0) },
                { _ in toldAtFirst = toldAtFirst ?? told.count }
            )
            #expect(evaluated.wasSorted == isSorted && toldAtFirst == told.count)
            #expect(told.last?.records == Self.rows.count && told.last?.bytes == Self.bytes)
            #expect(isSorted || zip(told, told.dropFirst()).allSatisfy { $0.records <= $1.records })
        }
    }

    @Test(arguments: [1, 2, 5])
    func `an error of the progress closure ends the evaluation and is passed on`(threads: Int) throws {
        for traces in [Self.traces, Self.reversed] {
            for enough in [1, Self.rows.count] {
                let engine = try EngineTracesTests.engine()
                var isEnded = false
                #expect(throws: CallersError(number: 5)) {
                    try engine.evaluate(traces, threads: threads) { progress in
                        #expect(!isEnded)
                        isEnded = progress.records >= enough
                        if isEnded { throw CallersError(number: 5) }
                    } _: { _ in
                        Issue.record("a transition of an evaluation that was ended")
                    }
                }
                #expect(isEnded && engine.counts == FixCounts())
            }
        }
    }

    @Test func `a task that is canceled ends its evaluation`() async throws {
        let evaluation = Task.detached {
            while !Task.isCancelled { await Task.yield() }
            return try EngineTracesTests.engine().evaluate(
                Self.traces,
                progressed: { _ in try Task.checkCancellation() },
                { _ in Issue.record("a transition of an evaluation that was canceled") }
            )
        }
        evaluation.cancel()
        await #expect(throws: CancellationError.self) { try await evaluation.value }
    }

    @Test func `an error of the input is thrown although progress is watched`() {
        let traces = Self.traces + [TraceFile(path: "no-such-file.csv")]
        let error = failure {
            try EngineTracesTests.engine().evaluate(traces, threads: 2, progressed: { _ in }) { _ in }
        }
        #expect(error?.code == .unreadableInput)
    }
}
