/// The values of a feature that several keys or objects can give.
struct FeatureValues {
    /// The object that keys belong to.
    enum Owner {
        case feature
        case properties
        case geometry
    }

    /// A key and the object it is in.
    struct Key {
        var name: Range<Int>
        var owner: Owner
    }

    /// A value, and the key that gave it.
    struct Value<Content: Equatable> {
        private(set) var content: Content?
        private(set) var key: Key?

        /// Takes the value of a key, which must agree with those of other keys; `null` has no effect.
        mutating func take(_ other: Content?, by key: Key, of scanner: ByteScanner) throws(FenceProblem) {
            guard let other else { return }
            if let content, let known = self.key, content != other {
                throw FenceProblem(
                    .invalidSyntax,
                    "\(known.text(of: scanner)) is \(content) and \(key.text(of: scanner)), which means the same, is \(other)",
                    at: key.name.lowerBound - 1,
                    recovery: "Remove one of them."
                )
            }
            (content, self.key) = (other, key)
        }
    }

    private var radiusMeters = Value<Double>()
    private var radius = Value<Double>()
    private var radiusUnits = Value<String>()
    /// The keys that are units if a radius is in the same object, each with the offset of its value.
    private var units: [(key: Key, offset: Int)] = []
    private var notifyOnEntry = Value<Bool>()
    private var notifyOnExit = Value<Bool>()
    private var isActive = Value<Bool>()
    private var active: Bool?

    /// Reads the value of a key that has alternatives; false if it has no meaning in that object.
    mutating func read(
        _ key: FeatureKey,
        at place: Key,
        _ scanner: inout ByteScanner
    ) throws(FenceProblem) -> Bool {
        switch (key, place.owner) {
        case (.radiusMeters, _): try radiusMeters.take(scanner.jsonNumber("radius_m"), by: place, of: scanner)
        case (.radius, _): try radius.take(scanner.jsonNumber("radius"), by: place, of: scanner)
        case (.radiusUnits, _):
            try radiusUnits.take(scanner.jsonText("radius_units", accepting: .string), by: place, of: scanner)
        case (.units, _):
            units.append((place, scanner.position))
            try scanner.skipMember()
        case (.notifyOnEntry, .properties):
            try notifyOnEntry.take(scanner.jsonBoolean(ofProperty: place.name), by: place, of: scanner)
        case (.notifyOnExit, .properties):
            try notifyOnExit.take(scanner.jsonBoolean(ofProperty: place.name), by: place, of: scanner)
        case (.isActive, .properties):
            try isActive.take(scanner.jsonBoolean(ofProperty: place.name), by: place, of: scanner)
        case (.active, .properties):
            let first = scanner.position
            try scanner.skipMember()
            switch scanner.text(in: (first..<scanner.position).prefix(6)) {
            case "true": active = true
            case "false": active = false
            default: break
            }
        default:
            try scanner.skipMember()
            return false
        }
        return true
    }

    /// Transfers the values to a draft that already has its shape.
    mutating func fill(_ draft: inout FenceDraft, from scanner: ByteScanner) throws(FenceProblem) {
        draft.radiusMeters = radiusMeters.content
        draft.radius = radius.content
        if case .point = draft.shape, radiusMeters.content == nil, radiusUnits.content == nil {
            try takeUnits(from: scanner)
        }
        draft.radiusUnits = radiusUnits.content
        draft.radiusOffset = (radiusMeters.key ?? radius.key).map { $0.name.lowerBound - 1 }
        draft.unitsOffset = radiusUnits.key.map { $0.name.lowerBound - 1 }
        draft.notifyOnEntry = notifyOnEntry.content ?? true
        draft.notifyOnExit = notifyOnExit.content ?? true
        draft.isActive = isActive.content ?? active ?? true
    }

    private mutating func takeUnits(from scanner: ByteScanner) throws(FenceProblem) {
        guard let owner = radius.key?.owner else { return }
        var scanner = scanner
        for (key, offset) in units where key.owner == owner {
            scanner.position = offset
            let text = try scanner.jsonText(scanner.text(in: key.name), accepting: .string)
            try radiusUnits.take(text, by: key, of: scanner)
        }
    }
}

extension FeatureValues.Key {
    /// The key in quotes, preceded by the object that it is in unless that is the feature itself.
    fileprivate func text(of scanner: ByteScanner) -> String {
        let name = scanner.text(in: name)
        return switch owner {
        case .feature: "\"\(name)\""
        case .properties: "\"properties.\(name)\""
        case .geometry: "\"geometry.\(name)\""
        }
    }
}
