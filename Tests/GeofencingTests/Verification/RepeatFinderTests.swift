import Testing

@testable import Geofencing

@Suite struct RepeatFinderTests {
    @Test func `repeats are found across sorted runs in a temporary file`() throws {
        var finder = RepeatFinder(limit: 7)
        for line in 0..<1000 { try finder.add("text \(line % 990)", line: line) }
        let found = try finder.repeats().sorted { $0.line < $1.line }
        #expect(found.map(\.line) == Array(990..<1000))
        #expect(found.map(\.first) == Array(0..<10))
        #expect(try finder.repeats().isEmpty)
    }

    @Test func `there may be more runs than file descriptors, and runs longer than a buffer`() throws {
        for (limit, count) in [(1, 1500), (100, 9999)] {
            var finder = RepeatFinder(limit: limit)
            let half = count / 2
            for line in 0..<count { try finder.add("text \(line % (count - half))", line: line) }
            let found = try finder.repeats().sorted { $0.line < $1.line }
            #expect(found.map(\.line) == Array((count - half)..<count))
            #expect(found.map(\.first) == Array(0..<half))
        }
    }
}
