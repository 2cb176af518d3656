/// A member of a JSON object that may be a fix.
struct ObjectMember {
    let name: String
    let role: FixKey
    /// The offset of the value.
    let value: Int

    /// The member as `jq` writes it; `nil` like `path(to:)`.
    var path: String? { Self.path(to: name) }

    /// Returns the member of this name as `jq` writes it, `.name`; `nil` for a name that a command line cannot contain
    /// as it is.
    static func path(to name: String) -> String? {
        let isWord = name.utf8.allSatisfy { $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "_") }
        if isWord, let first = name.utf8.first, !first.isDigit { return ".\(name)" }
        return name.contains { "\"\\'`\u{FFFD}".contains($0) || $0.isNewline } ? nil : ".\"\(name.shortened)\""
    }

    func isObject(_ scanner: ByteScanner) -> Bool { scanner[value] == UInt8(ascii: "{") }

    func isListOfObjects(_ scanner: ByteScanner) -> Bool { scanner.firstObject(ofArrayAt: value) != nil }

    func isListOfNumbers(_ scanner: ByteScanner) -> Bool { scanner.beginsWithNumber(arrayAt: value) }

    /// Whether the value is an object that begins with a member "0".
    func isColumn(_ scanner: ByteScanner) -> Bool {
        var inner = scanner
        inner.position = value
        guard inner.skip(UInt8(ascii: "{")), let key = inner.key() else { return false }
        return scanner.text(in: key) == "0"
    }
}

/// A JSON object in which something is looked for, and where it is.
struct ObjectLevel {
    /// The way to the object as `jq` writes it, `.value`; empty for the outermost one.
    let path: String
    /// Whether the object is the value of a key that names a device.
    var isDevice = false
    let members: [ObjectMember]
    /// The members that are texts or numbers.
    private let scalars: [ObjectMember]

    /// The maximum number of objects that are looked at: names are compared with patterns, which takes some
    /// milliseconds for each object.
    static let limit = 50

    /// Returns an object, which comes first, and those nested in it, up to three levels deep, outermost first.
    ///
    /// - Parameter brace: The offset of the object, which need not be complete.
    static func all(from brace: Int, in scanner: ByteScanner) -> [ObjectLevel] {
        var levels = [ObjectLevel(path: "", at: brace, in: scanner)]
        var next = 0
        while next < levels.count {
            let level = levels[next]
            next += 1
            guard level.path.count(where: { $0 == "." }) < 3 else { continue }
            for member in level.members where member.isObject(scanner) {
                guard levels.count < limit else { return levels }
                guard let path = member.path else { continue }
                var inner = ObjectLevel(path: level.path + path, at: member.value, in: scanner)
                inner.isDevice = member.role == .device
                levels.append(inner)
            }
        }
        return levels
    }

    init(path: String, at brace: Int, in scanner: ByteScanner) {
        self.path = path
        var members: [ObjectMember] = []
        scanner.forEachMember(ofObject: brace) { key, value in
            let role = FixKey.key(in: key, of: scanner)
            members.append(ObjectMember(name: scanner.text(in: key), role: role, value: value.position))
            return true
        }
        self.members = members
        scalars = members.filter { member in
            let first = scanner[member.value]
            return member.path != nil && (first == .quote || first == UInt8(ascii: "-") || first.isDigit)
        }
    }

    var hasPlace: Bool {
        let roles = Set(members.map(\.role))
        return roles.contains(.coordinate) || roles.isSuperset(of: [.latitude, .longitude])
    }

    /// Whether the object has a time and a place.
    var isFix: Bool { hasPlace && members.contains(where: \.role.isTime) }

    var hasAccuracy: Bool { members.contains { $0.role == .accuracy || $0.role == .fallbackAccuracy } }

    /// The members that name the device, if they have values.
    var names: [ObjectMember] { members.filter(\.role.namesDevice) }

    /// The only member, if it is a text or number.
    var onlyScalar: ObjectMember? { members.count == 1 ? scalars.first : nil }

    /// Returns the member that is, or may be, the given column of a table.
    func member(_ role: ColumnRole) -> ObjectMember? {
        scalars.first { role.isNamed($0.name) }
            ?? scalars.first { member in
                let name = ColumnRole.normalized(member.name)
                return role.isNamed(name) || role.fallbackNames.contains(name)
            }
            ?? TableHeader.likely(role, among: scalars.map(\.name)).map { scalars[$0] }
    }

    /// Returns the first member of this name.
    func member(named name: String) -> ObjectMember? { members.first { $0.name == name } }

    /// The member that is an accuracy, under any name that a column of accuracies may have.
    var accuracy: ObjectMember? { ColumnRole.accuracy.index(in: scalars.map(\.name)).map { scalars[$0] } }

    /// Returns the member that is, or may be, the device; in the outermost object, `id` and `name` may be it too.
    func device(_ scanner: ByteScanner) -> ObjectMember? {
        let ids = isDevice ? ["id", "uniqueId", "uid", "name"] : []
        if let member = ids.lazy.compactMap({ id in scalars.first { $0.name == id } }).first ?? member(.device) {
            return member
        }
        guard path.isEmpty else { return nil }
        let names = scalars.filter { $0.isName(scanner) }
        return names.first { $0.name == "id" } ?? names.first { $0.name == "name" }
    }

    /// Returns the way to a member of this object.
    func path(to member: ObjectMember) -> String { path + (member.path ?? "") }
}

extension ObjectMember {
    /// Whether the value is a text that is too short for the unique identifier of a record.
    fileprivate func isName(_ scanner: ByteScanner) -> Bool {
        var scanner = scanner
        scanner.position = value
        return scanner.byte == .quote && scanner.string().map { (1..<20).contains($0.range.count) } == true
    }
}
