/// OwnTracks: lines of JSON with a `_type`, bare or after the time and kind that the recorder writes to its `.rec`
/// files.
///
/// Lines whose type is not `location` are not fixes and are left out; lines without an object are rejected.
enum OwnTracksConverter {
    static func ndjson(of scanner: ByteScanner, device: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        while start < scanner.end {
            let end = scanner.firstOffset(of: .lineFeed, from: start) ?? scanner.end
            let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: start, to: end) ?? end
            if brace < end {
                append(scanner, brace..<end, device, to: &result)
            } else if scanner.bytes(in: start..<end).contains(where: { $0 > .space }) {
                // The brace makes the line look like NDJSON whatever it contains; what follows makes the reader reject
                // it.
                result += [UInt8(ascii: "{")] + .refused
            }
            // A last line without a line feed gets none, so that the reader can tell it may be cut off.
            if end < scanner.end { result.append(.lineFeed) }
            start = end + 1
        }
        return result
    }

    private static func append(
        _ scanner: ByteScanner,
        _ object: Range<Int>,
        _ device: [UInt8],
        to result: inout [UInt8]
    ) {
        let members = JSONMembers(of: object, in: scanner)
        let type = members.bytes("_type")
        guard type == nil || type == Array("location".utf8) else { return }
        let key = ColumnRole.device.names.first { members.extent(of: $0) != nil }
        guard type != nil, key.flatMap({ members.bytes($0) })?.isEmpty ?? true else {
            result += scanner.bytes(in: object)
            return
        }
        let names = [owner(members.bytes("topic") ?? []), members.bytes("tid") ?? [], device]
        let name = names.first { !$0.isEmpty } ?? []
        // A device key without a name gets this one as its value.
        if let key, let nothing = members.extent(of: key) {
            result += scanner.bytes(in: object.lowerBound..<nothing.lowerBound)
            result.append(jsonString: name)
            result += scanner.bytes(in: nothing.upperBound..<object.upperBound)
            return
        }
        result += Array("{\"device\":".utf8)
        result.append(jsonString: name)
        result.append(UInt8(ascii: ","))
        result += scanner.bytes(in: (object.lowerBound + 1)..<object.upperBound)
    }

    /// Returns the user and the device from the topic of an event, `owntracks/user/device/event`; `nil` if they are
    /// missing.
    static func owner(ofEvent topic: String) -> String? {
        let base = topic.hasSuffix("/event") ? topic.dropLast("/event".count) : topic[...]
        let owner = owner(Array(base.utf8))
        return owner.isEmpty ? nil : String(decoding: owner, as: UTF8.self)
    }

    /// Returns the user and the device from `owntracks/user/device`, whatever its first part is; empty for a shorter
    /// topic.
    private static func owner(_ topic: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let parts = topic.split(separator: slash)
        return parts.count < 3 ? [] : Array(parts.suffix(2).joined(separator: [slash]))
    }
}
