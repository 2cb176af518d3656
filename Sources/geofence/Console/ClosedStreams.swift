internal import Foundation

/// Standard streams that are closed, as by `<&-` and `>&-` of a shell.
enum ClosedStreams {
    /// What cannot be read in place of standard input, and what cannot be written in place of the others. What is opened gets the
    /// lowest number that is free.
    private static let placeholders = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { fcntl($0, F_GETFD) < 0 }
        .map { number in
            (
                number: number,
                file: number == STDIN_FILENO
                    ? FileHandle(forWritingAtPath: "/dev/null") : FileHandle(forReadingAtPath: "/dev/null")
            )
        }

    /// Keeps their numbers from files that are opened later, which would be read and written as standard streams.
    static func keep() { _ = placeholders }

    /// Whether standard input is closed, which would take what is written to it: what is in its place can be written.
    static var haveStandardInput: Bool { placeholders.contains { $0.number == STDIN_FILENO } }
}
