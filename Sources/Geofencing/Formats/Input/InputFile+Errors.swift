extension InputFile {
    /// Returns the error for a file that cannot be opened.
    static func failedOpening(_ path: String, _ error: SystemError) -> GeofenceError {
        let message: String
        let recovery: String
        if error.isDirectory {
            message = "this is a directory, not a file"
            recovery = "Name the files in it one by one."
        } else if error.isNotOpen {
            let number = InheritedFile.inputNumber(path)
            message = "\(number.flatMap(InheritedFile.name) ?? "the input") is closed"
            recovery =
                number == 0
                ? "Give it something to read, for example with `< FILE`, or name a file instead of \(path)."
                : "Name a file instead of \(path)."
        } else if error.isFileNotFound {
            message = "there is no such file"
            recovery = advice(onMissing: path)
        } else {
            message = "the file cannot be opened: \(error.text)"
            recovery =
                error.isPermissionDenied ? "Give yourself permission to read it." : error.remedy ?? checkDevice
        }
        // What does not depend on the path may be gone at the next attempt.
        let code: GeofenceError.Code = error.remedy == nil ? .unreadableInput : .inputOutput
        return GeofenceError(code, message, at: InputLocation(file: path), recovery: recovery)
    }

    private static func advice(onMissing path: String) -> String {
        if path.contains("\u{FFFD}") {
            return "A file whose name is not UTF-8 cannot be opened: rename it, or name a link to it."
        }
        if path.hasPrefix("~") {
            return "The shell replaces ~ only where an unquoted word begins: write the folder itself, or $HOME."
        }
        if path.contains("*") { return "The shell replaces a pattern only if it is unquoted and some file matches it." }
        if path.contains("://") { return "Only files are read: fetch it first." }
        return "Check the path."
    }

    /// Returns the error for a file that cannot be read to its end.
    static func failedReading(_ path: String, _ error: SystemError) -> GeofenceError {
        // Standard input may be a directory, or closed, which shows only when it is read.
        if error.isDirectory || error.isNotOpen { return failedOpening(path, error) }
        return error.failure("reading failed", path, recovery: checkDevice)
    }

    private static let checkDevice = "Check the file and its device."
}
