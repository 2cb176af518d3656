internal import ArgumentParser

/// An option that a verb does not know, which the parser names only where nothing is missing.
enum UnknownOption {
    /// The error about an unknown option behind one about something that is missing, of which that may be the misspelled name; `nil` if
    /// there is none.
    ///
    /// - Parameter arguments: Those of the program, its own name left out.
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
                // What was added may be of no help, as behind `--`.
                guard next != message else { return nil }
                message = next
            }
        }
        return nil
    }
}
