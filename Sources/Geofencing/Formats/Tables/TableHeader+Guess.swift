/// Guesses what a table without required columns may be, and which of its columns may be the missing ones.
extension TableHeader {
    /// Returns what to ask or suggest before the list of accepted column names; `nil` if nothing is likely.
    ///
    /// - Parameter isFirstLine: Whether other programs see the header as the first line of the input too.
    func guess(
        _ wanted: [ColumnRole],
        _ missing: [ColumnRole],
        _ normalized: [String],
        isFirstLine: Bool
    ) -> String? {
        func has(_ roles: [ColumnRole]) -> Bool { roles.contains { normalized.contains(where: $0.isNamed) } }
        if wanted.contains(.geometry), has([.time, .timeMilliseconds]) {
            return "Is this a trace instead of geofences?"
        }
        if wanted.contains(.time), has([.radius, .geometry]) {
            let points =
                has([.geometry]) ? " Export points with ST_Y(geom) AS latitude, ST_X(geom) AS longitude." : ""
            return "Are these geofences instead of a trace?" + points
        }
        var parts = missing.compactMap { role in likely(role).map { "Is \"\($0.shortened)\" the \(role)?" } }
        if missing.contains(.radius), likely(.radius) != nil {
            parts.append("If it is not in meters, name it radius and give its unit in a column radius_units.")
        }
        if missing == [.device], parts.isEmpty, let mark = Self.marks[delimiter] {
            let command = "awk '{print (NR == 1 ? \"device\" : \"phone\") \"\(mark)\" $0}'"
            parts = [
                isFirstLine
                    ? "If all records are of one device, `\(command)` adds a column for it."
                    : "If all records are of one device, add a column device with its name in every record."
            ]
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Returns the doubt about a table in which a column that is not read marks records as outliers, as Movebank does,
    /// judging by the records in a scanner's text.
    func doubt(in scanner: ByteScanner) -> TraceDoubt? {
        guard let index = names.firstIndex(where: { ColumnRole.normalized($0) == "visible" }),
            let mark = Self.marks[delimiter]
        else { return nil }
        var scanner = scanner
        var first = 0
        while let end = scanner.firstOffset(of: .lineFeed, from: first) {
            let cells = scanner.cells(of: scanner.withoutCarriageReturns(first..<end), delimiter: delimiter) ?? []
            if cells.count == names.count, scanner.text(in: cells[index].range).lowercased() == "false" {
                return TraceDoubt(
                    message: "the column \"\(names[index])\" is not read, so records in which it is false count, too",
                    recovery: "If they are outliers, as in data of Movebank, leave them out, as "
                        + "`awk -F'\(mark)' 'NR == 1 || tolower($\(index + 1)) !~ /false/' FILE` does."
                )
            }
            first = end + 1
        }
        return nil
    }

    /// The delimiters as `awk` writes them.
    private static let marks: [UInt8: String] = [UInt8(ascii: ","): ",", UInt8(ascii: ";"): ";", .tab: "\\t"]

    /// An unassigned column name that looks like the latitude, such as `gps_lat` or `latitud`; beside it, x and y are
    /// something else.
    var likelyLatitude: String? { likely(.latitude) }

    /// Returns the first unassigned column name that looks like the given role.
    private func likely(_ role: ColumnRole) -> String? {
        guard let pattern = Self.pattern(of: role) else { return nil }
        let others = zip(names, roles).filter { $0.1 == .other }
            .map { (written: $0.0, plain: ColumnRole.splittingUnit(ColumnRole.normalized($0.0)).name) }
        let match =
            others.first { $0.plain.wholeMatch(of: pattern) != nil }
            ?? others.first { role == .time && $0.plain == "date" }
        return match?.written
    }

    /// Returns the index of the first name that looks like a role.
    static func likely(_ role: ColumnRole, among names: [String]) -> Int? {
        guard let pattern = pattern(of: role) else { return nil }
        return names.firstIndex {
            ColumnRole.splittingUnit(ColumnRole.normalized($0)).name.wholeMatch(of: pattern) != nil
        }
    }

    /// Returns the pattern of names that look like a role.
    ///
    /// To compile it takes as long as to match a hundred names with it, so it is done once for all names of a header.
    private static func pattern(of role: ColumnRole) -> Regex<Substring>? {
        switch role {
        case .latitude: /(?:[a-z]+_)*lat(?:itud[a-z]*)?(?:_(?:deg|dd|wgs84))?/
        case .longitude: /(?:[a-z]+_)*(?:lon|lng|long|longitud[a-z]*)(?:_(?:deg|dd|wgs84))?/
        // First the durations, which are left out. `is_updated` and `bytes_received` do not denote a time either.
        case .time:
            #/
            (?!
                (?:.*[_.])?
                (?:dwell|idle|life|response|run|up|wait|air|drive|driving|elapsed|flight|moving|travel)
                [_.]?time \z
            )
            (?:
                (?:.*[_.])?(?:recorded|created|updated|changed|received)_?(?:at|on)
                | (?:last_)?(?:recorded|created|updated|changed|received)
                | .*(?:time|time_?stamp|[_.]ts)(?:_?utc)?
            )
            /#
        case .device:
            #/
            icao24 | entity_id
            | (?:.*[_.])?(?:device|vehicle|vessel|tracker|tag|phone|animal)[_.]?(?:id|name|number)
            /#
        case .radius: /(?:.*_)?radius(?:_?[a-z]+)?/
        case .id: /(?:[a-z0-9]+_)+id|u?uid|guid|fid|gid|objectid/
        default: nil
        }
    }
}
