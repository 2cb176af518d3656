internal import Synchronization

/// A tree of the nearest geofences that is built when it is first asked for: not everyone asks.
final class LazyNearestTree: Sendable {
    private let table: FenceTable
    private let built = Mutex<NearestTree?>(nil)

    init(_ table: FenceTable) { self.table = table }

    var tree: NearestTree {
        built.withLock { built in
            if let built { return built }
            let tree = NearestTree(table: table)
            built = tree
            return tree
        }
    }
}
