internal import ArgumentParser

/// An option that a verb does not know, which the parser reports only if nothing is missing.
enum UnknownOption {
    /// Returns the error about an unknown option that is hidden by an error about something missing, since the option
    /// may be its misspelled name; `nil` if there is no unknown option.
    ///
    /// - Parameter arguments: The arguments of the program, without its own name.
    static func error(behind error: any Error, arguments: [String]) -> (any Error)? {
        var (message, arguments) = (GeofenceCommand.message(for: error), arguments)
        while let missing = message.wholeMatch(of: /Missing expected argument '(--[-a-z]+ )?<[a-z]+>(?: \.\.\.)?'/) {
            arguments += [missing.1.map { String($0.dropLast()) }, "0"].compactMap(\.self)
            do {
                _ = try GeofenceCommand.parseAsRoot(arguments)
                return nil
            } catch {
                let next = GeofenceCommand.message(for: error)
                if next.hasPrefix("Unknown option ") { return error }
                // The added arguments may not help, for example after `--`.
                guard next != message else { return nil }
                message = next
            }
        }
        return nil
    }
}
