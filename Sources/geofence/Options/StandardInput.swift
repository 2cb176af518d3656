internal import ArgumentParser
internal import Geofencing

enum StandardInput {
    /// Throws if an input has no name, or if standard input would be read twice.
    static func check(_ inputs: [NamedFile]) throws {
        try NamedFile.requireNames(inputs)
        guard inputs.count(where: { InheritedFile.inputNumber($0.path) == 0 }) <= 1 else {
            throw ValidationError("Standard input (-) can be read only once: give files for the others.")
        }
    }
}
