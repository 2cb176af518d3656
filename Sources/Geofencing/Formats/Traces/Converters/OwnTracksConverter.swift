/// OwnTracks: lines of JSON with a `_type`, bare or after the time and kind that the recorder writes to its `.rec`
/// files.
///
/// Lines whose type is not `location` are not fixes and are left out; lines without an object are rejected.
struct OwnTracksConverter: PieceConverter {
    /// The device of messages that do not name one.
    let device: [UInt8]

    func convert(
        _ scanner: inout ByteScanner,
        isAll: Bool,
        to lines: inout ConvertedLines,
        _ counter: inout LineCounter
    ) {
        lines.append(lines: ndjson(of: &scanner, isAll: isAll))
    }

    /// Returns what the lines from the scanner's position on are converted to, as many lines.
    ///
    /// - Parameter isAll: Whether the last line counts even if it has no line end.
    func ndjson(of scanner: inout ByteScanner, isAll: Bool) -> [UInt8] {
        var result: [UInt8] = []
        while let line = scanner.nextLine(isAll: isAll) {
            let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: line.lowerBound, to: line.upperBound)
            if let brace {
                append(scanner, brace..<line.upperBound, to: &result)
            } else if line.contains(where: { scanner[$0] > .space }) {
                // The brace makes the line look like NDJSON whatever it contains; what follows makes the reader reject
                // it.
                result += [UInt8(ascii: "{")] + .refused
            }
            // A last line without a line feed gets none, so that the reader can tell it may be cut off.
            if line.upperBound < scanner.end { result.append(.lineFeed) }
        }
        return result
    }

    private func append(_ scanner: ByteScanner, _ object: Range<Int>, to result: inout [UInt8]) {
        let members = JSONMembers(of: object, in: scanner)
        let type = members.bytes("_type")
        guard type == nil || type == Array("location".utf8) else { return }
        let key = ColumnRole.device.names.first { members.extent(of: $0) != nil }
        let own = key.flatMap { members.bytes($0) } ?? []
        // The API of the recorder gives both; devices of several users may have the same name.
        let user = key == "device" && !own.isEmpty ? members.bytes("username") ?? [] : []
        guard type != nil, own.isEmpty || !user.isEmpty else {
            result += scanner.bytes(in: object)
            return
        }
        let both = user.isEmpty ? [] : user + [Self.slash] + own
        let names = [both, Self.owner(members.bytes("topic") ?? []), members.bytes("tid") ?? [], device]
        let name = names.first { !$0.isEmpty } ?? []
        // A device key without such a name gets it as its value.
        if let key, let value = members.extent(of: key) {
            result += scanner.bytes(in: object.lowerBound..<value.lowerBound)
            result.append(jsonString: name)
            result += scanner.bytes(in: value.upperBound..<object.upperBound)
            return
        }
        result += Array("{\"device\":".utf8)
        result.append(jsonString: name)
        result.append(UInt8(ascii: ","))
        result += scanner.bytes(in: (object.lowerBound + 1)..<object.upperBound)
    }

    /// What is between a user and a device.
    private static let slash = UInt8(ascii: "/")

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
        let parts = topic.split(separator: slash)
        return parts.count < 3 ? [] : Array(parts.suffix(2).joined(separator: [slash]))
    }
}
