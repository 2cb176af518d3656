/// What to do about a JSON trace whose objects lack a key that is read, judging by the first of them: which of its
/// values may be the missing ones, and how `jq` gives them the right keys.
struct ObjectAdvice {
    private typealias Part = (key: String, path: String)

    /// What gives the object a time; empty if it has one, `nil` if there is none.
    private let time: [Part]?
    /// What gives the object a latitude and a longitude; empty if it has both, `nil` if there are none.
    private let place: [Part]?
    /// What gives the object a device; empty if it has one, `nil` if there is none.
    private let device: [Part]?
    /// The filter that gives the objects of an array in the object, or in one inside it, with the device beside the
    /// array if they have none.
    private let list: String?
    /// The filter that gives the objects that are the members of the object, if these are fixes.
    private let members: String?
    /// Whether the object is a table with a member for each column, which has the values by the numbers of their rows.
    let isTable: Bool
    /// Whether an object is in place of the device, because of which the fix is rejected.
    private let isDeviceObject: Bool
    /// The source, if nothing else names the device, and it tells how the place was found, as `gps` does.
    private let positioning: String?

    /// Examines an object.
    ///
    /// - Parameter brace: The offset of the object, which need not be complete.
    init(object brace: Int, in scanner: ByteScanner) {
        // Outermost first.
        let levels = ObjectLevel.all(from: brace, in: scanner)
        let top = levels[0].members
        time = Self.time(levels, scanner)
        place = Self.place(levels, scanner)
        device = Self.device(levels, scanner)
        list = Self.list(levels, scanner)
        members = Self.members(top, scanner)
        isTable = !top.isEmpty && top.allSatisfy { $0.isColumn(scanner) }
        isDeviceObject = top.contains { $0.role == .device && $0.isObject(scanner) }
        positioning = Self.positioning(levels[0], scanner)
    }

    /// Returns what to do about the objects of an input that lack a key, and the doubt about the others, judging by the
    /// first object.
    ///
    /// - Parameter layout: How the file has the objects; `nil` for one on each line.
    static func ofFirstObject(
        in scanner: ByteScanner,
        _ layout: JSONLayout? = nil
    ) -> (recovery: String?, doubt: TraceDoubt?) {
        guard let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0) else { return (nil, nil) }
        let advice = ObjectAdvice(object: brace, in: scanner)
        let filter = layout?.filter ?? ""
        let each = filter.isEmpty ? "" : "\(filter) | "
        return (advice.recovery(each: each), advice.doubt(each: each))
    }

    /// What to do about the object if it lacks a key; `nil` like `filter`.
    ///
    /// - Parameter each: The filter that gives the objects of the file, with a pipe.
    func recovery(each: String = "") -> String? {
        filter.map { "`jq -c '\(each)\($0.text)' FILE` \($0.purpose)" }
    }

    /// The `jq` filter that makes a fix of the object, with what it does; `nil` if nothing is missing, or nothing in
    /// the object is likely to be what is missing.
    var filter: (text: String, purpose: String)? {
        if isTable {
            return (
                ". as $table | (first(.[]) | keys_unsorted[]) as $row | $table | map_values(.[$row])",
                "makes an object of each row of a table in columns, as pandas writes it unless told `orient=\"records\"`."
            )
        }
        if let members {
            return (members, "extracts the records that are the members of the object.")
        }
        if place == nil, let list { return (list, "extracts the records from the array inside the object.") }
        let parts = (time ?? []) + (place ?? []) + (device ?? [])
        guard !parts.isEmpty else { return nil }
        let text = parts.map { "\($0.key) = \($0.path)" }.joined(separator: " | ")
        return (text, "gives the values the keys that are read, if these are the right ones.")
    }

    /// The doubt about a trace whose fixes have a time and a place, and no device, but a key that may be the device, or
    /// a source that is none.
    ///
    /// - Parameter each: The filter that gives the fixes of the file.
    private func doubt(each: String) -> TraceDoubt? {
        guard time?.isEmpty == true, place?.isEmpty == true, !isDeviceObject else { return nil }
        if let positioning {
            return TraceDoubt(
                message: "only the source, \"\(positioning)\", names the device, so each source counts as a device",
                recovery: "If all fixes are of one device, `jq -c '\(each).device = \"phone\"' FILE` names it."
            )
        }
        guard let part = device?.first else { return nil }
        return TraceDoubt(
            message: "no key of the fixes names the device, so all of them count as fixes of one device, \"default\"",
            recovery: "If \(part.path) is the device, `jq -c '\(each)\(part.key) = \(part.path)' FILE` names it so."
        )
    }

    private static func list(_ levels: [ObjectLevel], _ scanner: ByteScanner) -> String? {
        for level in levels {
            guard let list = level.members.first(where: { $0.path != nil && $0.isListOfObjects(scanner) }),
                let brace = scanner.firstObject(ofArrayAt: list.value)
            else { continue }
            let records = ObjectLevel.all(from: brace, in: scanner)
            // In an inner object, a list without places is one of something else.
            guard level.path.isEmpty || place(records, scanner) != nil else { continue }
            let items = "\(level.path(to: list))[]"
            guard device(records, scanner) == nil else { return items }
            for owner in [level, levels[0]] {
                let named = owner.members.first { $0.role == .device && !$0.isObject(scanner) }
                guard let name = named ?? owner.device(scanner) else { continue }
                return "\(owner.path(to: name)) as $device | \(items) | .device = $device"
            }
            return items
        }
        return nil
    }

    /// Judges by the first two members, as there may be many.
    private static func members(_ top: [ObjectMember], _ scanner: ByteScanner) -> String? {
        guard top.count > 1, top.allSatisfy({ $0.isObject(scanner) }) else { return nil }
        let records = top.prefix(2).map { ObjectLevel.all(from: $0.value, in: scanner) }
        guard records.allSatisfy({ time($0, scanner) != nil && place($0, scanner) != nil }) else { return nil }
        let haveDevice = records.allSatisfy { device($0, scanner) != nil }
        return haveDevice ? ".[]" : "to_entries[] | .value + {device: .key}"
    }

    private static func time(_ levels: [ObjectLevel], _ scanner: ByteScanner) -> [Part]? {
        if let own = levels[0].members.first(where: \.role.isTime) {
            // MongoDB writes {"$date": ...}.
            guard own.isObject(scanner), let path = own.path else { return [] }
            for level in levels where level.path == path || level.path.hasPrefix("\(path).") {
                if let scalar = level.onlyScalar { return [(path, level.path(to: scalar))] }
            }
            return []
        }
        for level in levels {
            guard let member = level.member(.time) ?? level.member(.timeMilliseconds) else { continue }
            return [(member.role.isTime ? member.path ?? ".timestamp" : ".timestamp", level.path(to: member))]
        }
        return nil
    }

    private static func place(_ levels: [ObjectLevel], _ scanner: ByteScanner) -> [Part]? {
        if levels[0].hasPlace { return [] }
        for level in levels {
            if let latitude = level.member(.latitude), let longitude = level.member(.longitude) {
                let isTop = level.path.isEmpty
                var parts: [Part] = []
                // In the object itself, one of them may have a key that is read.
                if !isTop || latitude.role != .latitude { parts.append((".latitude", level.path(to: latitude))) }
                if !isTop || longitude.role != .longitude { parts.append((".longitude", level.path(to: longitude))) }
                if !isTop, !levels[0].hasAccuracy, let accuracy = level.accuracy {
                    parts.append((".accuracy", level.path(to: accuracy)))
                }
                return parts
            }
            // As Google writes them.
            if let latitude = level.member(named: "latitudeE7"), let longitude = level.member(named: "longitudeE7") {
                return [(".latitude", latitude), (".longitude", longitude)]
                    .map { ($0.0, "(\(level.path(to: $0.1)) | if . then . / 1e7 else . end)") }
            }
            // As GeoJSON and Amazon write them.
            let lists = ["coordinates", "Position"].lazy.compactMap { level.member(named: $0) }
            if let position = lists.first(where: { $0.isListOfNumbers(scanner) }) {
                let path = level.path(to: position)
                return [(".latitude", "\(path)[1]"), (".longitude", "\(path)[0]")]
            }
        }
        return nil
    }

    private static func positioning(_ top: ObjectLevel, _ scanner: ByteScanner) -> String? {
        guard top.names.count == 1, let source = top.names.first, source.role == .source else { return nil }
        var value = scanner
        value.position = source.value
        let text = value.string().map { scanner.text(in: $0.range) } ?? ""
        return ["cell", "fused", "gnss", "gps", "network", "passive", "wifi"].contains(text.lowercased()) ? text : nil
    }

    private static func device(_ levels: [ObjectLevel], _ scanner: ByteScanner) -> [Part]? {
        let (top, named) = (levels[0], levels[0].names)
        // In what Google writes, the source is how the place was found.
        if top.member(named: "latitudeE7") != nil, named.allSatisfy({ $0.role == .source }) {
            return [(".device", top.member(named: "deviceTag").map { top.path(to: $0) } ?? "\"phone\"")]
        }
        if named.contains(where: { !$0.isObject(scanner) }) { return [] }
        let key = named.first?.path ?? ".device"
        for level in levels.filter(\.isDevice) + levels {
            if let member = level.device(scanner) { return [(key, level.path(to: member))] }
        }
        return nil
    }
}
