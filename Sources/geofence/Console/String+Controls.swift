extension String {
    /// The text with control characters escaped, so that the contents of an input cannot control a terminal.
    var escapingControls: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }
}
