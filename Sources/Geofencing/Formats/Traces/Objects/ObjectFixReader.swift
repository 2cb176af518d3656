/// Reads one `LocationFix` object, or one GeoJSON feature with a point, key by key.
struct ObjectFixReader {
    /// What the object whose members are read is.
    enum Level {
        case fix, coordinate
        case feature, geometry, properties
    }

    /// The keys that make up a fix.
    private struct Seen: OptionSet {
        let rawValue: UInt16
        static let time = Seen(rawValue: 1)
        static let latitude = Seen(rawValue: 2)
        static let longitude = Seen(rawValue: 4)
        static let accuracy = Seen(rawValue: 8)
        static let sequence = Seen(rawValue: 16)
        static let device = Seen(rawValue: 32)
        static let source = Seen(rawValue: 64)
        static let battery = Seen(rawValue: 128)
        static let coordinate = Seen(rawValue: 256)
    }

    /// The end of the record, beyond which values must not extend.
    let limit: Int

    /// Whether the battery charge is read.
    let readsBattery: Bool
    let parser: ObjectFixParser

    private(set) var fix = RawFix()
    /// The values read so far, in order, for `ObjectShape`.
    var values: [ObjectShape.Value] = []
    private var seen: Seen = []
    var deviceName: JSONString?
    var deviceToken: Range<Int>?
    var sourceName: JSONString?
    /// The values that name the device if no other key does: the first usable one of each kind.
    var user: Name?
    var fallbackDevice: Name?
    /// The index in `values` of an accuracy that counts if there is no other.
    private var fallbackAccuracy: Int?
    private var hasAccuracy = false
    private var latitudeOffset = 0
    private var longitudeOffset = 0

    init(_ parser: ObjectFixParser, limit: Int, readsBattery: Bool) {
        self.parser = parser
        self.limit = limit
        self.readsBattery = readsBattery
    }

    /// Reads the object at the position, which must fill the rest of the record.
    mutating func readRecord(_ scanner: inout ByteScanner, into result: inout ParsedFixes) throws(RecordProblem) {
        let first = scanner.position
        guard scanner.byte == UInt8(ascii: "{") else {
            throw syntax(scanner, "the line is not a JSON object", recovery: "Write one object per line.")
        }
        try readObject(parser.areFeatures ? .feature : .fix, &scanner, into: &result)
        scanner.skipBlanks()
        guard scanner.position == limit else {
            throw syntax(
                scanner,
                "unexpected text after the JSON object",
                recovery: Self.recovery(forTextAfterObject: scanner.byte)
            )
        }
        takeUserForDevice()
        for (key, name) in [(Seen.time, "ts_unix_ms"), (.latitude, "latitude"), (.longitude, "longitude")]
        where !seen.contains(key) {
            throw RecordProblem(
                .missingValue,
                at: first,
                "\"\(name)\" is missing",
                recovery: parser.advice
                    ?? "Give each line a ts_unix_ms, timestamp or time, and a latitude and longitude, directly or in coordinate."
            )
        }
        try fix.normalize(latitudeOffset: latitudeOffset, longitudeOffset: longitudeOffset, into: &result)
    }

    private static func recovery(forTextAfterObject byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: ","):
            "Write one object per line, without commas between them, as `sed 's/,[[:space:]]*$//' FILE` does."
        case UInt8(ascii: "{"): "Write one object per line, as `jq -c . FILE` does."
        default: "Write one object per line."
        }
    }

    func syntax(
        _ scanner: ByteScanner,
        _ message: String,
        recovery: String = "Check the quotes, colons and commas; a JSON validator shows the position."
    ) -> RecordProblem {
        RecordProblem(.syntax, at: scanner.position, message, recovery: recovery)
    }

    mutating func readObject(
        _ level: Level,
        _ scanner: inout ByteScanner,
        into result: inout ParsedFixes
    ) throws(RecordProblem) {
        scanner.position += 1
        scanner.skipBlanks()
        if scanner.skip(UInt8(ascii: "}")) { return }
        while true {
            scanner.skipBlanks()
            guard let key = scanner.string() else { throw syntax(scanner, "a key is missing or not in quotes") }
            scanner.skipBlanks()
            guard scanner.skip(UInt8(ascii: ":")) else { throw syntax(scanner, "the colon after a key is missing") }
            scanner.skipBlanks()
            switch level {
            case .feature, .geometry: try readValue(ofFeatureKey: key.range, level, &scanner, into: &result)
            case .fix, .coordinate, .properties:
                try readValue(of: FixKey.key(in: key.range, of: scanner), level, &scanner, into: &result)
            }
            scanner.skipBlanks()
            if scanner.skip(UInt8(ascii: ",")) { continue }
            guard scanner.skip(UInt8(ascii: "}")) else {
                throw syntax(scanner, "a comma or the closing brace is missing")
            }
            return
        }
    }

    private mutating func readValue(
        of key: FixKey,
        _ level: Level,
        _ scanner: inout ByteScanner,
        into result: inout ParsedFixes
    ) throws(RecordProblem) {
        let first = scanner.position
        let isCoordinate = level == .coordinate
        switch key {
        // The place of a feature is that of its geometry.
        case .latitude where level != .properties: try readLatitude(&scanner)
        case .longitude where level != .properties: try readLongitude(&scanner)
        case .coordinate where level == .fix:
            try once(.coordinate, "coordinate", scanner)
            if scanner.byte == UInt8(ascii: "{") {
                try readObject(.coordinate, &scanner, into: &result)
            } else {
                // Prevents a shape: the next line may have an object here.
                try skip(&scanner)
                keep(nil, from: first, scanner)
            }
        case .time where !isCoordinate, .timeMilliseconds where !isCoordinate:
            try once(.time, "time", scanner)
            fix.time = try time(unit: key == .time ? .bySize : .milliseconds, &scanner)
        case .accuracy where !isCoordinate:
            try once(.accuracy, "accuracy", scanner)
            if let value = number(&scanner) {
                if let fallbackAccuracy { values[fallbackAccuracy].kind = .otherScalar }
                hasAccuracy = true
                fix.accuracy = CompactFix.accuracy(meters: value)
                keep(.accuracy, from: first, scanner)
            } else {
                try drop(from: first, &scanner, into: &result)
            }
        case .fallbackAccuracy where !isCoordinate && !hasAccuracy && fallbackAccuracy == nil:
            try readFallbackAccuracy(&scanner)
        case .sequence where !isCoordinate:
            try once(.sequence, "sequence", scanner)
            if let value = scanner.integer(), isValueEnd(scanner) {
                fix.sequence = value
                keep(.sequence, from: first, scanner)
            } else {
                try drop(from: first, &scanner, into: &result)
            }
        case .battery where !isCoordinate:
            try once(.battery, "battery", scanner)
            try readBattery(&scanner)
        case .device where !isCoordinate:
            try once(.device, "device", scanner)
            try readDevice(&scanner)
        case .source where !isCoordinate:
            try once(.source, "source", scanner)
            guard scanner.byte == .quote else { return try stepOver(&scanner) }
            guard let name = scanner.string() else { throw syntax(scanner, "a string is not closed") }
            sourceName = name
            values.append(.init(name.range, .source))
        case .user where !isCoordinate && user?.isUsable != true: user = try readName(&scanner, inPlaceOf: user)
        case .fallbackDevice where !isCoordinate && fallbackDevice?.isUsable != true:
            fallbackDevice = try readName(&scanner, inPlaceOf: fallbackDevice)
        default: try stepOver(&scanner)
        }
    }

    mutating func readLatitude(_ scanner: inout ByteScanner) throws(RecordProblem) {
        try once(.latitude, "latitude", scanner)
        latitudeOffset = scanner.position
        fix.latitude = try degrees("latitude", &scanner)
        keep(.latitude, from: latitudeOffset, scanner)
    }

    mutating func readLongitude(_ scanner: inout ByteScanner) throws(RecordProblem) {
        try once(.longitude, "longitude", scanner)
        longitudeOffset = scanner.position
        fix.longitude = try degrees("longitude", &scanner)
        keep(.longitude, from: longitudeOffset, scanner)
    }

    /// Records the range of a value that ends at the position; a `nil` kind prevents a shape.
    @inline(__always)
    mutating func keep(_ kind: ObjectShape.Kind?, from first: Int, _ scanner: borrowing ByteScanner) {
        values.append(.init(first..<scanner.position, kind))
    }

    /// Reads the battery charge. A fix with an invalid charge is still valid: only the throttle uses it.
    private mutating func readBattery(_ scanner: inout ByteScanner) throws(RecordProblem) {
        guard readsBattery, scanner.byte != .quote else { return try stepOver(&scanner) }
        let first = scanner.position
        guard let value = number(&scanner) else {
            try skip(&scanner)
            return keep(nil, from: first, scanner)
        }
        fix.battery = BatteryCharge(percent: value)
        keep(.battery, from: first, scanner)
    }

    /// Reads an accuracy that counts if there is no other, provided that it is a number.
    private mutating func readFallbackAccuracy(_ scanner: inout ByteScanner) throws(RecordProblem) {
        let first = scanner.position
        guard let value = number(&scanner) else {
            try skip(&scanner)
            return keep(nil, from: first, scanner)
        }
        fix.accuracy = CompactFix.accuracy(meters: value)
        fallbackAccuracy = values.count
        keep(.accuracy, from: first, scanner)
    }

    /// Skips a value that is not part of a fix.
    mutating func stepOver(_ scanner: inout ByteScanner) throws(RecordProblem) {
        let first = scanner.position
        let isString = scanner.byte == .quote
        let isScalar = !isString && scanner.byte != UInt8(ascii: "{") && scanner.byte != UInt8(ascii: "[")
        try skip(&scanner)
        let range = isString ? (first + 1)..<(scanner.position - 1) : first..<scanner.position
        values.append(.init(range, isString ? .otherString : isScalar ? .otherScalar : .otherNested))
    }

    private mutating func once(_ key: Seen, _ name: String, _ scanner: ByteScanner) throws(RecordProblem) {
        guard seen.insert(key).inserted else {
            throw syntax(scanner, "the \(name) is given twice", recovery: "Give each value once.")
        }
    }

    /// Reads a number that is the whole value; `nil`, with the position unchanged, for any other value.
    func number(_ scanner: inout ByteScanner) -> Double? {
        let first = scanner.position
        if let value = scanner.number(), isValueEnd(scanner) { return value }
        scanner.position = first
        return nil
    }

    private func isValueEnd(_ scanner: ByteScanner) -> Bool {
        switch scanner.byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), .space, .tab, .carriageReturn, .lineFeed: true
        default: false
        }
    }

    func skip(_ scanner: inout ByteScanner) throws(RecordProblem) {
        guard scanner.skipValue(), scanner.position <= limit else {
            if scanner.position > limit { scanner.position = limit }
            throw syntax(
                scanner,
                "a value is missing, not closed, or nested more than \(ByteScanner.depthLimit) levels deep"
            )
        }
    }

    /// Leaves out an optional value that is invalid; `null` counts as missing.
    private mutating func drop(
        from first: Int,
        _ scanner: inout ByteScanner,
        into result: inout ParsedFixes
    ) throws(RecordProblem) {
        scanner.position = first
        try skip(&scanner)
        if !scanner.isNull(in: first..<scanner.position) { result.notes.droppedFields += 1 }
        keep(nil, from: first, scanner)
    }
}
