/// Parses the records of an NDJSON trace: one `LocationFix` object, or one GeoJSON feature, per line. A feature with a
/// point is a fix; those with other geometries are not, and are left out.
///
/// The lines of one writer have the same keys in the same order, so the shape of earlier lines is tried first
/// (`ObjectShape`); a line of another shape is read key by key. Both paths give the same fix.
struct ObjectFixParser: Sendable {
    /// The offset from UTC of times without a zone; if `nil`, records with such times are rejected.
    var utcOffset: UTCOffset?
    /// What to do about objects that lack a key, if the first one shows it.
    var advice: String?
    /// The device of fixes that name none.
    var device = Array("default".utf8)
    /// Whether the objects are features.
    var areFeatures = false

    func parse(
        _ text: ByteScanner,
        endsWithoutLineFeed: Bool,
        devices: inout DeviceCache,
        into result: inout ParsedFixes
    ) {
        // A copy, so that the position can stay in a register.
        var scanner = text
        var shape = ObjectShape()
        var memory = DateMemory(utcOffset)
        var nameless: UInt32?
        while !scanner.isAtEnd {
            let first = scanner.position
            var fix = RawFix()
            if shape.read(&scanner, &memory, &fix), scanner.position &- first <= RecordReader.recordLimit {
                if shape.isNameless {
                    let slot = nameless ?? devices.slot(for: device.span)
                    nameless = slot
                    result.append(fix, slot: slot)
                } else {
                    result.append(fix, slot: scanner.slot(ofDeviceIn: fix.device, in: &devices))
                }
            } else {
                let end = scanner.firstOffset(of: .lineFeed, from: first) ?? scanner.end
                // A copy, so that the scanner itself can stay in registers.
                var careful = scanner
                readCarefully(
                    first..<end,
                    isCut: endsWithoutLineFeed && end == scanner.end,
                    &careful,
                    shape: &shape,
                    devices: &devices,
                    into: &result
                )
                scanner.position = end
            }
            result.lines &+= 1
            scanner.skipLineFeed()
        }
    }

    @inline(never)
    private func readCarefully(
        _ record: Range<Int>,
        isCut: Bool,
        _ scanner: inout ByteScanner,
        shape: inout ObjectShape,
        devices: inout DeviceCache,
        into result: inout ParsedFixes
    ) {
        // RFC 7464 sequences start each text with a record separator.
        scanner.position = record.lowerBound
        repeat { scanner.skipBlanks() } while scanner.skip(.recordSeparator)
        guard scanner.position < record.upperBound else { return }
        if areFeatures, !PointFeature.isFix(at: scanner.position, in: scanner) { return }
        let notes = result.notes
        do throws(RecordProblem) {
            guard record.count <= RecordReader.recordLimit else { throw .tooLong(at: record.lowerBound) }
            var reader = ObjectFixReader(self, limit: record.upperBound, readsBattery: result.hasBatteries)
            try reader.readRecord(&scanner, into: &result)
            let slot = try reader.slot(&scanner, in: &devices)
            result.append(reader.fix, slot: slot)
            shape.learn(from: record, reader.values, reader.fix, in: scanner)
        } catch {
            var problem = error
            if isCut, problem.reason == .syntax {
                problem.reason = .truncated
                problem.message = "the input ends in the middle of the record: \(problem.message)"
                problem.recovery = "Check whether the file was copied completely."
            }
            result.notes = notes
            result.reject(problem, line: result.lines, record: record, of: scanner)
        }
    }
}
