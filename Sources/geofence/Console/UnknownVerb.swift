internal import ArgumentParser

/// A verb that does not exist, for which the parser reports the first option after it as unknown.
enum UnknownVerb {
    /// Returns what to say in place of a usage message that is due to an unknown verb; `nil` for any other message.
    ///
    /// - Parameter arguments: The arguments of the program, without its own name.
    static func message(inPlaceOf message: String, arguments: [String]) -> String? {
        guard message.hasPrefix("Unknown option ") || message.contains("nexpected argument") else { return nil }
        var command: any ParsableCommand.Type = GeofenceCommand.self
        for argument in arguments {
            let verbs = command.configuration.subcommands
            guard !verbs.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
            guard let verb = verbs.first(where: { $0._commandName == argument }) else {
                return hint(argument, among: verbs.map { $0._commandName })
            }
            command = verb
        }
        return nil
    }

    private static func hint(_ unknown: String, among verbs: [String]) -> String {
        let longer = verbs.filter { !unknown.isEmpty && $0.hasPrefix(unknown.lowercased()) }
        let hint =
            longer.count == 1
            ? "Did you mean \"\(longer[0])\"?"
            : CloseNames.hint(unknown, among: verbs, otherwise: "There are \(verbs.joined(separator: ", ")).")
        return "There is no subcommand '\(unknown)'. \(hint.replacing("\"", with: "'"))"
    }
}
