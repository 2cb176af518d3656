/// GPX, with or without a namespace prefix: every `trkpt` with its `lat`, `lon` and `time`. Routes and waypoints are
/// plans, not fixes.
struct GPXConverter: PieceConverter {
    private static let latitude = Array("lat".utf8)
    private static let longitude = Array("lon".utf8)

    private let device: [UInt8]
    private var names: ElementNames?
    private var isClosed = false
    private var open: TrackPoint?

    init(device: [UInt8]) { self.device = device }

    mutating func convert(
        _ scanner: inout ByteScanner,
        isAll: Bool,
        to lines: inout ConvertedLines,
        _ counter: inout LineCounter
    ) throws(DocumentProblem) {
        var xml = XMLScanner(scanner)
        // Text that ends with the piece may go on.
        while let token = xml.next(), isAll || xml.position < scanner.end {
            scanner.position = xml.position
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
                    finish(&lines)
                    open = TrackPoint(
                        line: counter.line(at: name.lowerBound),
                        latitude: xml.attribute(Self.latitude, in: attributes),
                        longitude: xml.attribute(Self.longitude, in: attributes)
                    )
                    if isEmpty { finish(&lines) }
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
                    finish(&lines)
                } else {
                    open?.leave()
                }
            }
        }
        guard !isAll || isClosed else { throw DocumentProblem(offset: scanner.end) }
    }

    private mutating func finish(_ lines: inout ConvertedLines) {
        guard let point = open else { return }
        lines.append(row: [device, point.time, point.latitude, point.longitude, []], onLine: point.line)
        open = nil
    }
}

/// The names of the elements, with the prefix of the root.
private struct ElementNames {
    let root: [UInt8]
    let trackPoint: [UInt8]
    let time: [UInt8]

    /// - Parameter prefix: The prefix with its colon; empty if there is none.
    init(prefix: String) {
        root = Array("\(prefix)gpx".utf8)
        trackPoint = Array("\(prefix)trkpt".utf8)
        time = Array("\(prefix)time".utf8)
    }
}

/// A `trkpt` that is being read.
private struct TrackPoint {
    /// The number of the line on which it begins, from 0.
    let line: Int
    let latitude: [UInt8]
    let longitude: [UInt8]
    var time: [UInt8] = []
    /// The number of open elements inside it.
    private(set) var depth = 0
    private(set) var isInTime = false

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
