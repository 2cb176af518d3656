/// How much of its work a test does: in a debug build, which takes some ten times as long for each thing, less.
package enum TestEffort {
    /// How many of `count` things a test does: in a debug build a fifth.
    package static func share(of count: Int) -> Int {
        #if DEBUG
        count / 5
        #else
        count
        #endif
    }

    /// The seeds that a test uses: in a debug build the first alone.
    package static func seeds(_ seeds: UInt64...) -> [UInt64] {
        #if DEBUG
        Array(seeds.prefix(1))
        #else
        seeds
        #endif
    }
}
