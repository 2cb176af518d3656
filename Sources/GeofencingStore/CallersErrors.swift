internal import GRDB
internal import Geofencing

/// The errors thrown by closures that a caller passes to the store.
///
/// A call of the store turns every error into one of the store's. Those of a caller are kept here, so that they can be
/// rethrown unchanged.
struct CallersErrors {
    /// The error that the caller's closure threw; it ends the call.
    private(set) var thrown: (any Error)?

    /// Runs code that calls the caller's closure, and nothing else.
    mutating func keep<Value>(_ call: () throws -> Value) throws -> Value {
        do {
            return try call()
        } catch {
            thrown = error
            throw error
        }
    }

    /// Runs code that calls the caller's closure, where only errors of the store can be passed on.
    mutating func keep(in store: GeofenceStore, _ call: () throws -> Void) throws(GeofenceError) {
        do { try keep(call) } catch { throw GeofenceError(store: error, path: store.path) }
    }

    /// Makes a call of the store, and throws the caller's original error, if there is one, instead of what it was
    /// turned into.
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
    /// Reads from one state of the store, and hands the results to a caller's closure.
    ///
    /// - Parameter body: Calls that closure through `CallersErrors.keep(_:)`; anything else that it throws becomes an
    ///   error of the store.
    func readPassingErrors(_ body: (Database, inout CallersErrors) throws -> Void) throws {
        try CallersErrors.passing { errors in
            try read { database in try body(database, &errors) }
        }
    }
}
