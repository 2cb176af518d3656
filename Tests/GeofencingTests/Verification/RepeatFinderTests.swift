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
        var finders = [(1, 1500), (100, 9999)].map { (finder: RepeatFinder(limit: $0), count: $1) }
        for index in finders.indices {
            let count = finders[index].count
            for line in 0..<count { try finders[index].finder.add("text \(line % (count - 5))", line: line) }
            let found = try finders[index].finder.repeats().sorted { $0.line < $1.line }
            #expect(found.map(\.line) == Array((count - 5)..<count))
            #expect(found.map(\.first) == Array(0..<5))
        }
    }
}
