internal import GRDB
package import Geofencing

extension GeofenceStore {
    /// The number of events that one transaction writes or removes: a few hundredths of a second, in which other
    /// processes wait.
    private static let eventBatch = 10_000

    /// Writes the transitions that `body` hands out in order of time, and returns the number of the evaluation, with
    /// which it can be made current.
    ///
    /// They are written in batches, so that other processes can write meanwhile. If an evaluation is never made
    /// current, its transitions are removed with the next one.
    ///
    /// - Parameter forgettings: How often devices had been forgotten before the fixes behind the transitions were read.
    /// - Throws: `storeBusy` if devices were forgotten since, because some transitions may belong to them.
    package func addEvaluation(
        after forgettings: Int64? = nil,
        _ body: ((Transition) throws(GeofenceError) -> Void) throws(GeofenceError) -> Void
    ) throws(GeofenceError) -> Int64 {
        let number = try write { database in
            try database.execute(sql: "UPDATE store_state SET evaluations = evaluations + 1")
            let number = try Int64.fetchOne(database, sql: "SELECT evaluations FROM store_state")
            guard let number else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its count of evaluations is missing")
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
            // What cannot be removed now is removed with the next evaluation.
            try? removeEvents("evaluation = ?", number)
            throw error
        }
        return number
    }

    /// Replaces the previous evaluation with this one.
    ///
    /// - Throws: `storeBusy` if an evaluation that began later has already been made current; this one is then removed.
    package func makeCurrent(_ number: Int64) throws(GeofenceError) {
        do throws(GeofenceError) {
            try setCurrent(number)
        } catch {
            try? removeEvents("evaluation = ?", number)
            throw error
        }
        // These no longer count, and what cannot be removed now is removed with the next evaluation.
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
                    "devices were forgotten while the store was being evaluated",
                    at: InputLocation(file: path),
                    recovery: "Run it again; the events of the last evaluation still count."
                )
            }
            try Self.insert(transitions, .evaluation(evaluation), database)
        }
        Self.yieldToWriters()
    }

    /// Returns how often devices were forgotten.
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
                    "another evaluation of the store began after this one and has already ended",
                    at: InputLocation(file: path),
                    recovery: "The store has the events of the other one; to replace them, run this one again."
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
