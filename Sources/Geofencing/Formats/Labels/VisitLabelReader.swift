/// Reads visits that are known to have taken place: a visit ledger as this program writes it, in CSV or NDJSON, or a
/// table made by hand.
package enum VisitLabelReader {
    private enum Field: Int, RecordField {
        case device, geofence, enter, exit, enterMilliseconds, exitMilliseconds
    }

    private static let names: [(name: String, key: Field)] = [
        ("device", .device), ("device_id", .device), ("geofence", .geofence), ("geofence_id", .geofence),
        ("enter_unix_ms", .enterMilliseconds), ("enter", .enter), ("exit_unix_ms", .exitMilliseconds), ("exit", .exit),
    ]

    /// Returns the visits of a file, in order.
    ///
    /// - Parameter path: The file; `-` for standard input.
    /// - Throws: `unreadableInput`; `unknownFormat`, `invalidHeader` or `invalidRecord`, with the line, for anything
    ///   that is not a visit: wrong labels would invalidate every comparison.
    package static func read(path: String) throws(GeofenceError) -> [LabeledVisit] {
        let input = try JSONLayout.lines(of: InputFile(path: path))
        let records = try RecordReader(input, chunkSize: 1 << 20)
        let location = InputLocation(file: path, line: 1)
        let kind = try records.peek { scanner, isAll throws(GeofenceError) in
            try ContentKind(scanner, isAll: isAll, at: location)
        }
        guard kind != .empty else { return [] }
        guard kind == .jsonObject || kind == .text else {
            throw GeofenceError(
                .unknownFormat,
                "this is \(kind.description), not a list of visits",
                at: location,
                recovery: kind.recovery(orElse: recovery)
            )
        }
        let reader = try FieldReader(
            records,
            names: names,
            isTable: kind == .text,
            required: [[.device], [.geofence], [.enterMilliseconds, .enter], [.exitMilliseconds, .exit]],
            naming: "as evaluate --visits does: device, geofence, enter_unix_ms, exit_unix_ms.",
            isRecord: { values in (try? visit(values)) != nil }
        )
        var visits: [LabeledVisit] = []
        var goesOn = true
        while goesOn {
            goesOn = try reader.read { line, values throws(GeofenceError) in
                do throws(FieldProblem) {
                    visits.append(try visit(values.get()))
                } catch {
                    throw GeofenceError(
                        .invalidRecord,
                        error.message,
                        at: InputLocation(file: path, line: line),
                        recovery: recovery
                    )
                }
            }
        }
        return visits
    }

    private static var recovery: String {
        "Give visits as evaluate --visits writes them: device, geofence, enter_unix_ms, exit_unix_ms; an open visit has no exit."
    }

    private static func visit(_ values: FieldValues<Field>) throws(FieldProblem) -> LabeledVisit {
        let enter =
            if let enter = try values.optionalTime(.enterMilliseconds, "enter_unix_ms") {
                enter
            } else {
                try values.time(.enter, "enter", .bySize)
            }
        let exit =
            if let exit = try values.optionalTime(.exitMilliseconds, "exit_unix_ms") {
                exit as Int64?
            } else {
                try values.optionalTime(.exit, "exit", .bySize)
            }
        if let exit, exit < enter { throw FieldProblem("the visit ends before it begins") }
        return LabeledVisit(
            device: DeviceID(try values.text(.device, "device")),
            geofence: Geofence.ID(try values.text(.geofence, "geofence")),
            enter: enter,
            exit: exit
        )
    }
}
