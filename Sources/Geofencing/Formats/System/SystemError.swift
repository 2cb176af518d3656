// SAFETY: the text that `strerror` returns is copied immediately.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The error number of a failed system call.
struct SystemError: Error {
    var number: Int32

    /// The error of the last system call.
    static var last: SystemError { SystemError(number: errno) }

    /// The system's description of the error.
    var text: String { unsafe String(cString: strerror(number)) }

    var isFileNotFound: Bool { number == ENOENT || number == ENOTDIR }
    var isPermissionDenied: Bool { number == EACCES || number == EPERM }
    var isDirectory: Bool { number == EISDIR }
    var isExistingFile: Bool { number == EEXIST }
    /// Whether a standard stream is closed.
    var isNotOpen: Bool { number == EBADF }
    var isLocked: Bool { number == EWOULDBLOCK }

    /// Whether the process or the system may not open any more files.
    var isFileLimit: Bool { number == EMFILE || number == ENFILE }

    /// How to resolve the error, if that depends neither on the operation nor on the path.
    var remedy: String? {
        switch number {
        case ENOSPC, EDQUOT: "Free some space and run it again."
        case _ where isFileLimit: "Allow more open files, for example with `ulimit -n`, and run it again."
        case EIO: "Check the disk, and run it again."
        default: nil
        }
    }

    /// How to resolve the error if an output could not be opened or written.
    var outputRemedy: String {
        if isFileNotFound { return "Create the folder first." }
        if isDirectory { return "Name a file in that directory." }
        return remedy ?? "Check the path and the permissions."
    }

    /// Returns the error to throw if this ended what was done with a file.
    func failure(_ what: String, _ path: String, recovery: String) -> GeofenceError {
        GeofenceError(.inputOutput, "\(what): \(text)", at: InputLocation(file: path), recovery: recovery)
    }

    static var isADirectory: SystemError { SystemError(number: EISDIR) }
    static var fileExists: SystemError { SystemError(number: EEXIST) }
}
