internal import GRDB
internal import Geofencing

/// What closures throw that a caller of the store gave.
///
/// In a call of the store every error becomes one of the store. Those of a caller are kept here, to come out as they are.
struct CallersErrors {
    /// What the caller's closure threw; it ends the call.
    private(set) var thrown: (any Error)?

    /// Does what calls the caller's closure, and nothing else.
    mutating func keep<Value>(_ call: () throws -> Value) throws -> Value {
        do {
            return try call()
        } catch {
            thrown = error
            throw error
        }
    }

    /// Makes a call of the store, and throws what was kept in place of what it became.
    static func passing<Value>(_ call: (inout CallersErrors) throws -> Value) throws -> Value {
        var errors = CallersErrors()
        do {
            return try call(&errors)
        } catch {
            throw errors.thrown ?? error
        }
    }
}

extension GeofenceStore {
    /// Reads from one state of the store, and hands what is read to a caller's closure.
    ///
    /// - Parameter body: Calls that closure by `CallersErrors.keep(_:)`; what else it throws becomes an error of the store.
    func readHandingOut(_ body: (Database, inout CallersErrors) throws -> Void) throws {
        try CallersErrors.passing { errors in
            try read { database in try body(database, &errors) }
        }
    }
}
