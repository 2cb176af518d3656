/// KML, with or without a namespace prefix: each `Placemark` with polygons is a geofence.
enum KMLConverter {
    /// Whether an input of a kind, that begins so, is KML.
    static func begins(_ kind: ContentKind, _ scanner: ByteScanner) -> Bool {
        kind == .xml && scanner.hasTag("kml")
    }

    /// Converts the contents of an input to CSV. Placemarks without polygons, such as pins and lines, are left out.
    static func convert(_ input: InputFile) throws(GeofenceError) -> ConvertedGeofences {
        var result = ConvertedGeofences()
        try input.convert(from: "KML") { scanner throws(DocumentProblem) in
            var lines = LineCounter(scanner)
            var table = Array("id,name,wkt\n".utf8)
            try forEachPlacemark(in: scanner) { placemark in
                let line = lines.line(at: placemark.offset) + 1
                switch placemark.shape {
                case .text(let shape):
                    table.append(row: placemark.cells + [shape])
                    result.lines.append(line)
                case .broken: result.omissions.append(.init(problem: brokenPosition(of: placemark), line: line))
                case .missing:
                    let problem = missingPolygon(of: placemark)
                    result.omissions.append(.init(problem: problem, line: line, severity: .warning))
                }
            }
            return table
        }
        return result
    }

    private static func missingPolygon(of placemark: Placemark) -> FenceProblem {
        FenceProblem(
            .invalidPolygon,
            "the placemark \"\(placemark.id.shortened)\" has no polygon, so it is left out",
            at: placemark.offset,
            recovery: "Draw a polygon around it if it is a region, or give the place with a radius in CSV."
        )
    }

    private static func brokenPosition(of placemark: Placemark) -> FenceProblem {
        FenceProblem(
            .invalidSyntax,
            "a position of the placemark \"\(placemark.id.shortened)\" has fewer than two numbers",
            at: placemark.offset,
            recovery: "Write longitude,latitude or longitude,latitude,altitude, without spaces in between."
        )
    }

    private static func forEachPlacemark(
        in scanner: ByteScanner,
        _ body: (Placemark) -> Void
    ) throws(DocumentProblem) {
        var (placemark, isClosed) = (Placemark?.none, false)
        func finish() {
            if let whole = placemark { body(whole) }
            placemark = nil
        }
        var xml = XMLScanner(scanner)
        while let token = xml.next() {
            switch token {
            case .start(let tag, let attributes, let isEmpty):
                let name = scanner.localName(in: tag)
                if name == "Placemark" {
                    finish()
                    let id = xml.attribute(Array("id".utf8), in: attributes)
                    placemark = Placemark(at: tag.lowerBound, id: XMLScanner.text(id))
                    if isEmpty { finish() }
                } else {
                    placemark?.enter(name)
                    if isEmpty { placemark?.leave(name) }
                }
            case .text(let range):
                guard placemark != nil else { continue }
                placemark?.add(scanner.bytes(in: range), isLiteral: scanner.isCharacterData(range))
            case .end(let tag):
                let name = scanner.localName(in: tag)
                if name == "kml" { isClosed = true }
                if name == "kml" || name == "Placemark" {
                    finish()
                } else {
                    placemark?.leave(name)
                }
            }
        }
        guard isClosed else { throw DocumentProblem(offset: scanner.end) }
    }
}
