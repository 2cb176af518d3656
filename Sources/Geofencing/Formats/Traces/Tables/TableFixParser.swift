/// Parses the records of a CSV trace.
///
/// Each record is first read in one pass, cell by cell, on the assumption that nothing about it is unusual. Otherwise,
/// it is read again from its start with care, which also finds out what is wrong with it. Both paths give the same fix.
struct TableFixParser: Sendable {
    let header: TableHeader
    /// The offset from UTC of times without a zone; if `nil`, records with such times are rejected.
    let utcOffset: UTCOffset?
    /// Whether a quoted cell may contain line ends.
    let joinsLines: Bool
    /// The column that has the day, so that a time of day alone is no time.
    let dateColumn: String?
    /// The columns whose values count where that of the accuracy or the device is missing.
    let fallbackAccuracy: Int?
    let fallbackDevices: [Int]

    init(header: TableHeader, utcOffset: UTCOffset? = nil, joinsLines: Bool = true) {
        self.header = header
        self.utcOffset = utcOffset
        self.joinsLines = joinsLines
        dateColumn = header.dateColumn
        fallbackAccuracy = header.fallbacks[.accuracy]?.first
        fallbackDevices = header.fallbacks[.device] ?? []
    }

    func parse(
        _ text: ByteScanner,
        endsWithoutLineFeed: Bool,
        devices: inout DeviceCache,
        into result: inout ParsedFixes
    ) {
        parse(text, endsWithoutLineFeed: endsWithoutLineFeed, into: &result) { fix, name, scanner, result in
            let slot =
                name.map { devices.slot(for: $0.span) } ?? scanner.slot(ofDeviceIn: fix.device, in: &devices)
            result.append(fix, slot: slot)
        }
    }

    /// Parses the records and passes each usable one to `accept`, with its device's name if that differs from the bytes
    /// of its range.
    @inline(__always)
    func parse(
        _ text: ByteScanner,
        endsWithoutLineFeed: Bool,
        into result: inout ParsedFixes,
        accept: (RawFix, _ name: [UInt8]?, ByteScanner, inout ParsedFixes) -> Void
    ) {
        // A copy, so that the position can stay in a register.
        var scanner = text
        var memory = DateMemory(utcOffset)
        var search = LineSearch()
        let roles = header.roles
        let delimiter = header.delimiter
        let hasFallbackAccuracy = fallbackAccuracy != nil
        while !scanner.isAtEnd {
            let first = scanner.position
            var fix = RawFix()
            if Self.readOrdinary(&scanner, roles: roles, delimiter: delimiter, &memory, &fix),
                scanner.position &- first <= RecordReader.recordLimit, !hasFallbackAccuracy || !fix.accuracy.isNaN
            {
                accept(fix, nil, scanner, &result)
                result.lines &+= 1
            } else {
                scanner.position = first
                // A copy, so that the scanner itself can stay in registers.
                var careful = scanner
                let read = readCarefully(
                    &careful,
                    isLastWithoutLineFeed: endsWithoutLineFeed,
                    after: &search,
                    into: &result
                )
                scanner.position = careful.position
                if let (fix, name) = read { accept(fix, name, scanner, &result) }
                result.lines += 1 + scanner.lineFeeds(in: first..<scanner.position)
            }
            scanner.skipLineFeed()
        }
    }

    /// Reads a record without quotes whose values are all present and in the common notation; leaves the position at
    /// its end.
    @inline(__always)
    private static func readOrdinary(
        _ scanner: inout ByteScanner,
        roles: [ColumnRole],
        delimiter: UInt8,
        _ memory: inout DateMemory,
        _ fix: inout RawFix
    ) -> Bool {
        var index = 0
        while true {
            switch roles[index] {
            case .device:
                let first = scanner.position
                let isASCII = scanner.skipPlainText(to: delimiter)
                fix.device = first..<scanner.position
                guard UInt(bitPattern: fix.device.count &- 1) < UInt(DeviceID.lengthLimit),
                    scanner[first] != .space, scanner[scanner.position &- 1] != .space,
                    isASCII || scanner.isText(fix.device)
                else { return false }
            case .time:
                guard let time = scanner.commonTime(unit: .bySize, memory: &memory) else { return false }
                fix.time = time
            case .timeMilliseconds:
                guard let time = scanner.commonTime(unit: .milliseconds, memory: &memory) else { return false }
                fix.time = time
            case .latitude:
                guard let value = scanner.number() else { return false }
                fix.latitude = value
            case .longitude:
                guard let value = scanner.number() else { return false }
                fix.longitude = value
            case .accuracy:
                let next = scanner.byte
                if next != delimiter && next > .space {
                    guard let value = scanner.number() else { return false }
                    fix.accuracy = CompactFix.accuracy(meters: value)
                }
            case .sequence:
                let next = scanner.byte
                if next != delimiter && next > .space {
                    guard let value = scanner.integer() else { return false }
                    fix.sequence = value
                }
            case .battery:
                let next = scanner.byte
                if next != delimiter && next > .space {
                    guard let value = scanner.number() else { return false }
                    fix.battery = BatteryCharge(percent: value)
                }
            default:
                _ = scanner.skipPlainText(to: delimiter)
            }
            index &+= 1
            guard index < roles.count else { break }
            guard scanner.byte == delimiter else { return false }
            scanner.position &+= 1
        }
        return fix.isOrdinary && scanner.skipToLineFeed()
    }
}
