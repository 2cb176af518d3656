// SAFETY: paths are passed as the NUL-terminated copies that Swift makes of a String; `stat` fills a local variable.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The kind of file at a path.
enum PathKind {
    case nothing
    case regular
    case directory
    /// A pipe, terminal or device, or a symbolic link to anything.
    case other

    /// Determines the kind of file at `path`, without following symbolic links.
    init(path: String) {
        var status = stat()
        guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 else {
            self = .nothing
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        default: self = .other
        }
    }
}
