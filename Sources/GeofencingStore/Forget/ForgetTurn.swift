internal import GRDB
internal import Geofencing

/// How much more one transaction may remove.
struct ForgetTurn {
    /// The number of rows that one transaction removes: a twentieth of a second or so.
    static let rows = 10_000
    /// The number of rows of a device that are removed between two checks of the clock.
    static let piece = 2000

    private(set) var removed = 0
    private let end = ContinuousClock.now + GeofenceStore.turn

    /// The number of rows that may still be removed.
    var left: Int { Self.rows - removed }

    /// Whether others should have their turn, even if the reason is a slow disk.
    var isOver: Bool { left <= 0 || ContinuousClock.now >= end }

    mutating func remove(_ rows: Int) { removed += rows }
}

extension GeofenceStore {
    /// Removes rows in turns.
    ///
    /// - Parameters:
    ///   - part: The count that the removed rows are added to.
    ///   - progressed: Called after each transaction that has removed something.
    ///   - remove: Removes as much as one transaction may, and returns whether anything is left.
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

    /// Removes rows in turns, device by device, with a statement that removes at most `:count` rows of the device named
    /// `:device` before `:before`.
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
