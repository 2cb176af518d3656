/// Names of files that a process inherits open, such as standard output.
package enum InheritedFile {
    /// Returns the number of the descriptor that an input's path stands for: `-` is standard input; `nil` for any other
    /// path.
    package static func inputNumber(_ path: String) -> Int32? { path == "-" ? 0 : number(path) }

    /// Returns the number of the descriptor that an output's path stands for: `-` is standard output; `nil` for any
    /// other path.
    package static func number(_ path: String) -> Int32? {
        switch path {
        case "/dev/stdin": return 0
        case "-", "/dev/stdout": return 1
        case "/dev/stderr": return 2
        default: break
        }
        let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
        return folder.flatMap { Int32(path.dropFirst($0.count)) }
    }

    /// Returns the name of a standard stream; `nil` for any other descriptor.
    package static func name(_ number: Int32) -> String? {
        [0: "standard input", 1: "standard output", 2: "standard error"][number]
    }
}
