package import Geofencing

/// The error of the library that `body` throws; `nil` where it throws none.
package func failure<Result>(_ body: () throws -> Result) -> GeofenceError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? GeofenceError
    }
}
