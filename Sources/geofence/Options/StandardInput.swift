internal import ArgumentParser

enum StandardInput {
    /// Refuses to read standard input twice.
    static func check(_ paths: [String]) throws {
        guard paths.count(where: { ["-", "/dev/stdin"].contains($0) }) <= 1 else {
            throw ValidationError("Standard input (-) can be read only once.")
        }
    }
}
