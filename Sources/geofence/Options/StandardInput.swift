internal import ArgumentParser
internal import Geofencing

enum StandardInput {
    /// Throws if standard input would be read twice.
    static func check(_ inputs: [NamedFile]) throws {
        guard inputs.count(where: { InheritedFile.inputNumber($0.path) == 0 }) <= 1 else {
            throw ValidationError("Standard input (-) can be read only once: give files for the others.")
        }
    }
}
