internal import GRDB
package import Geofencing

extension GeofenceStore {
    /// How many events one transaction writes or removes: a few hundredths of a second, in which other processes wait.
    private static let eventBatch = 10_000

    /// Writes the transitions that `body` hands out, and gives the number by which they can be made those that count.
    ///
    /// They are written bit by bit, so that other processes can write meanwhile. Those of an evaluation that is never made current
    /// go with the next one.
    ///
    /// - Parameter forgettings: How often devices had been forgotten before the fixes were read that the transitions are of.
    /// - Throws: `storeBusy` if devices were forgotten since, as some transitions may be of them.
    package func addEvaluation(
        after forgettings: Int64? = nil,
        _ body: ((Transition) throws(GeofenceError) -> Void) throws(GeofenceError) -> Void
    ) throws(GeofenceError) -> Int64 {
        let number = try write { database in
            try database.execute(sql: "UPDATE store_state SET evaluations = evaluations + 1")
            let number = try Int64.fetchOne(database, sql: "SELECT evaluations FROM store_state")
            guard let number else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its count of evaluations is gone")
            }
            return number
        }
        do throws(GeofenceError) {
            var batch: [Transition] = []
            try body { transition throws(GeofenceError) in
                batch.append(transition)
                guard batch.count == Self.eventBatch else { return }
                try add(batch, to: number, after: forgettings)
                batch.removeAll(keepingCapacity: true)
            }
            try add(batch, to: number, after: forgettings)
        } catch {
            // What cannot be removed now goes with the next evaluation.
            try? removeEvents("evaluation = ?", number)
            throw error
        }
        return number
    }

    /// Puts an evaluation in place of the one before.
    ///
    /// - Throws: `storeBusy` if one that began later has been made current; this one goes then.
    package func makeCurrent(_ number: Int64) throws(GeofenceError) {
        do throws(GeofenceError) {
            try setCurrent(number)
        } catch {
            try? removeEvents("evaluation = ?", number)
            throw error
        }
        // They count no more, and what cannot be removed now goes with the next evaluation too.
        try? removeEvents("evaluation < ?", number)
    }

    private func add(
        _ transitions: [Transition],
        to evaluation: Int64,
        after forgettings: Int64?
    ) throws(GeofenceError) {
        guard !transitions.isEmpty else { return }
        try write { database in
            if let forgettings, try Self.state(database).forgettings != forgettings {
                throw GeofenceError(
                    .storeBusy,
                    "devices were forgotten while the store was evaluated",
                    at: InputLocation(file: path),
                    recovery: "Run it again; the events of the last evaluation still count."
                )
            }
            try Self.insert(transitions, .evaluation(evaluation), database)
        }
        Self.letOthersWrite()
    }

    /// How often devices were forgotten.
    package func forgettings() throws(GeofenceError) -> Int64 { try read { try Self.state($0).forgettings } }

    private func setCurrent(_ number: Int64) throws(GeofenceError) {
        try write { database in
            try database.execute(
                sql: "UPDATE store_state SET evaluation = ?1 WHERE evaluation < ?1",
                arguments: [number]
            )
            guard database.changesCount == 1 else {
                throw GeofenceError(
                    .storeBusy,
                    "an evaluation of the store that began later has ended before this one",
                    at: InputLocation(file: path),
                    recovery: "Its events are in the store; run this one again if they should be these."
                )
            }
        }
    }

    private func removeEvents(_ condition: String, _ number: Int64) throws(GeofenceError) {
        try Self.inTurns { () throws(GeofenceError) in
            try write { database in
                try database.execute(
                    sql: """
                        DELETE FROM events WHERE id IN (SELECT id FROM events WHERE \(condition) LIMIT \(Self.eventBatch))
                        """,
                    arguments: [number]
                )
                return database.changesCount == Self.eventBatch
            }
        }
    }
}
