internal import GRDB
internal import Geofencing

/// How much one transaction may still remove.
struct ForgetTurn {
    /// How many rows one transaction removes: a twentieth of a second or so.
    static let rows = 10_000
    /// How many rows of a device are removed between two looks at the clock.
    static let piece = 2000

    private(set) var removed = 0
    private let end = ContinuousClock.now + GeofenceStore.turn

    /// How many rows more it may be.
    var left: Int { Self.rows - removed }

    /// Whether others should have their turn, also where a slow disk is the reason.
    var isOver: Bool { left <= 0 || ContinuousClock.now >= end }

    mutating func remove(_ rows: Int) { removed += rows }
}

extension GeofenceStore {
    /// Removes rows in turns.
    ///
    /// - Parameters:
    ///   - part: Where the rows are counted.
    ///   - progressed: Told after each transaction that has removed something.
    ///   - remove: Removes what one transaction may; says whether something is left.
    func removeInTurns(
        _ part: WritableKeyPath<ForgetResult, Int>,
        _ result: inout ForgetResult,
        _ progressed: (ForgetResult) throws(GeofenceError) -> Void,
        _ remove: (inout ForgetTurn, Database) throws -> Bool
    ) throws(GeofenceError) {
        try Self.inTurns { () throws(GeofenceError) in
            let (removed, isLeft) = try write { database in
                var turn = ForgetTurn()
                let isLeft = try remove(&turn, database)
                return (turn.removed, isLeft)
            }
            if removed > 0 {
                result[keyPath: part] += removed
                try progressed(result)
            }
            return isLeft
        }
    }

    /// The same with a statement that removes at most `:count` rows of the device named `:device` before `:before`, device by device.
    func removeInTurns(
        _ part: WritableKeyPath<ForgetResult, Int>,
        of names: [String],
        before limit: Int64,
        by removal: String,
        _ result: inout ForgetResult,
        _ progressed: (ForgetResult) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        var left = names[...]
        try removeInTurns(part, &result, progressed) { turn, database in
            let remove = try database.cachedStatement(sql: removal)
            while let name = left.first, !turn.isOver {
                let asked = min(ForgetTurn.piece, turn.left)
                try remove.execute(arguments: ["device": name, "before": limit, "count": asked])
                turn.remove(database.changesCount)
                if database.changesCount < asked { left.removeFirst() }
            }
            return !left.isEmpty
        }
    }
}
