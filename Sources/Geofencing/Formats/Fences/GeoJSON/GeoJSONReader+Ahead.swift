// Reading the features in memory on several threads.
//
// Where a feature begins can only be guessed without reading all before it. So each thread reads from one guess to the
// next, and what it read counts only if those before it were right: each must have ended where the next one began. What
// follows a wrong guess is read again, one feature after the other, so that the result is always the same.
//
// Nothing is retried here: only features that others follow in memory are read. The feature that may end beyond the
// memory is left to `readFeature`, and so is one that cannot be read.
extension GeoJSONReader {
    /// Fewer bytes than this are not worth several threads.
    private var leastAhead: Int { source.capacity / (4 * threads) }
    /// Some pieces take longer than others.
    private static let piecesPerThread = 2

    /// The features of a piece of the text, and where the one after them starts.
    private struct Piece: Sendable {
        var features: [ReadFeature] = []
        var end: Int
    }

    /// Reads features from the position on, as long as others follow in memory.
    mutating func readAhead(into result: inout ReadGeofences) {
        guard threads > 1, source.unreadCount >= leastAhead else { return }
        let (starts, pieces) = source.ahead { bytes, unread in
            let starts = withScanner(of: bytes, count: unread.upperBound) { scanner in
                scanner.position = unread.lowerBound
                return self.starts(in: scanner)
            }
            return (starts, self.pieces(between: starts, of: bytes, end: unread.upperBound))
        }
        for (piece, next) in zip(pieces, starts.dropFirst()) {
            for feature in piece.features { add(feature, to: &result) }
            source.skip(to: piece.end)
            guard piece.end == next else {
                threads = 1
                return
            }
        }
    }

    /// Returns the position, and offsets after it at which features probably start. Part of a feature follows the last
    /// one, or few features; there is only one offset if no other was found.
    private func starts(in scanner: ByteScanner) -> [Int] {
        let unread = scanner.position..<scanner.end
        var starts = [unread.lowerBound]
        var reach = max(1, leastAhead / 32)
        var last: Int?
        while last == nil, reach < unread.count {
            last = scanner.probableFeature(from: unread.upperBound - reach, inCollection: isInCollection)
            reach *= 4
        }
        guard let last else { return starts }
        let wanted = threads * Self.piecesPerThread
        for number in 1..<wanted {
            let place = unread.lowerBound + (last - unread.lowerBound) * number / wanted
            let start = scanner.probableFeature(from: place, inCollection: isInCollection)
            guard let start, start < last else { break }
            if start > starts[starts.count - 1] { starts.append(start) }
        }
        return starts + [last]
    }

    private func pieces(between starts: [Int], of bytes: [UInt8], end: Int) -> [Piece] {
        let isInCollection = isInCollection
        return zip(starts, starts.dropFirst()).map { $0..<$1 }.concurrentMap { piece in
            withScanner(of: bytes, count: end) { scanner in
                scanner.position = piece.lowerBound
                return Self.read(&scanner, to: piece.upperBound, inCollection: isInCollection)
            }
        }
    }

    /// Reads features, and what separates them, until one starts at `end` or beyond it.
    private static func read(_ scanner: inout ByteScanner, to end: Int, inCollection: Bool) -> Piece {
        let parser = FeatureParser()
        var piece = Piece(end: scanner.position)
        while piece.end < end {
            var object = scanner
            guard inCollection || (try? isCollection(&object)) == false else { break }
            guard let feature = try? parser.next(&scanner) else { break }
            guard scanner.skipBetweenFeatures(inCollection: inCollection) else { break }
            piece.features.append(feature)
            piece.end = scanner.position
        }
        return piece
    }
}

extension ByteScanner {
    /// Skips what is between the texts of a sequence.
    mutating func skipSeparators() {
        while byte == .recordSeparator || (byte <= .space && !isAtEnd) { position += 1 }
    }

    /// Skips what is between two features; false if that is a collection's and has no comma.
    fileprivate mutating func skipBetweenFeatures(inCollection: Bool) -> Bool {
        guard inCollection else {
            skipSeparators()
            return true
        }
        skipWhitespace()
        guard skip(UInt8(ascii: ",")) else { return false }
        skipWhitespace()
        return true
    }

    /// Returns the first offset after `offset` at which a feature probably starts: in a collection an object that
    /// follows another one, and in a sequence one at the start of a line.
    fileprivate func probableFeature(from offset: Int, inCollection: Bool) -> Int? {
        var scanner = self
        scanner.position = offset
        let end = inCollection ? UInt8(ascii: "}") : .lineFeed
        while let found = firstOffset(of: end, from: scanner.position) {
            scanner.position = found + 1
            guard scanner.skipBetweenFeatures(inCollection: inCollection) else { continue }
            if scanner.byte == UInt8(ascii: "{") { return scanner.position }
        }
        return nil
    }
}
