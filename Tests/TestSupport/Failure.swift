package import Geofencing

/// Returns the error of the library that `body` throws; `nil` if it throws none.
package func failure<Result>(_ body: () throws -> Result) -> GeofenceError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? GeofenceError
    }
}
