/// How much of its work a test does: less in a debug build, which takes some ten times as long for everything.
package enum TestEffort {
    /// Returns how many of `count` things a test does: a fifth in a debug build.
    package static func share(of count: Int) -> Int {
        #if DEBUG
        count / 5
        #else
        count
        #endif
    }

    /// Returns the seeds that a test uses: only the first in a debug build.
    package static func seeds(_ seeds: UInt64...) -> [UInt64] {
        #if DEBUG
        Array(seeds.prefix(1))
        #else
        seeds
        #endif
    }
}
