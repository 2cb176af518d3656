extension String {
    /// The text with control characters as escapes, so that what stands in an input cannot steer a terminal.
    var escapingControls: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }
}
