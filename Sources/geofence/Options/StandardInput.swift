internal import ArgumentParser
internal import Geofencing

enum StandardInput {
    /// Refuses to read standard input twice.
    static func check(_ paths: [String]) throws {
        guard paths.count(where: { InheritedFile.inputNumber($0) == 0 }) <= 1 else {
            throw ValidationError("Standard input (-) can be read only once.")
        }
    }
}
