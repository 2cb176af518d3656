/// GPX, with or without a namespace prefix: every `trkpt` with its `lat`, `lon` and `time`. Routes and waypoints are
/// plans, not fixes.
enum GPXConverter {
    static func csv(of scanner: ByteScanner, device: [UInt8]) throws(CutDocument) -> [UInt8] {
        var result = ConvertedLines(header: TraceConverter.header)
        var counter = LineCounter(scanner)
        var names: ElementNames?
        var isClosed = false
        var open: TrackPoint?
        func finish() {
            guard let point = open else { return }
            result.append(
                onLine: counter.line(at: point.offset),
                device: device,
                time: point.time,
                latitude: point.latitude,
                longitude: point.longitude
            )
            open = nil
        }
        var xml = XMLScanner(scanner)
        while let token = xml.next() {
            switch token {
            case .start(let name, let attributes, let isEmpty):
                if names == nil || isClosed, let prefix = scanner.prefix(of: "gpx", in: name) {
                    // Another document may follow the first, with another prefix.
                    names = ElementNames(prefix: prefix)
                    isClosed = isEmpty
                    continue
                }
                guard let known = names else { continue }
                if scanner.has(known.trackPoint, in: name) {
                    // A preceding point that was not closed is a point of its own.
                    finish()
                    open = TrackPoint(at: name.lowerBound, attributes: scanner.bytes(in: attributes))
                    if isEmpty { finish() }
                } else if scanner.has(known.root, in: name) {
                    isClosed = isEmpty
                } else if !isEmpty {
                    open?.enter(isTime: scanner.has(known.time, in: name))
                }
            case .text(let range):
                if open?.isInTime == true { open?.time += scanner.bytes(in: range.trimming { scanner[$0].isXMLSpace }) }
            case .end(let name):
                guard let known = names else { continue }
                let isRoot = scanner.has(known.root, in: name)
                if isRoot { isClosed = true }
                // The end of the root also ends the last point, whatever is still open in it.
                if isRoot || open?.depth == 0 || scanner.has(known.trackPoint, in: name) {
                    finish()
                } else {
                    open?.leave()
                }
            }
        }
        guard isClosed else { throw CutDocument(offset: scanner.end) }
        return result.text
    }
}

/// The names of the elements, with the prefix of the root.
private struct ElementNames {
    let root: String
    let trackPoint: String
    let time: String

    /// - Parameter prefix: The prefix with its colon; empty if there is none.
    init(prefix: String) {
        (root, trackPoint, time) = ("\(prefix)gpx", "\(prefix)trkpt", "\(prefix)time")
    }
}

/// A `trkpt` that is being read.
private struct TrackPoint {
    let offset: Int
    let latitude: [UInt8]
    let longitude: [UInt8]
    var time: [UInt8] = []
    /// The number of open elements inside it.
    private(set) var depth = 0
    private(set) var isInTime = false

    /// - Parameter attributes: The contents of the tag after its name.
    init(at offset: Int, attributes: [UInt8]) {
        self.offset = offset
        latitude = XMLScanner.attribute("lat", of: attributes)
        longitude = XMLScanner.attribute("lon", of: attributes)
    }

    mutating func enter(isTime: Bool) {
        // The first one counts; those of extensions are nested deeper.
        isInTime = isTime && depth == 0 && time.isEmpty
        depth += 1
    }

    mutating func leave() {
        isInTime = false
        depth -= 1
    }
}
