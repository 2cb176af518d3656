/// The edges of a geofence that are cuts rather than boundary, and the parts that occur twice.
struct BoundaryCuts {
    private let table: FenceTable
    private let copies: Set<Int>
    private let cuts: Set<Int>

    /// - Parameter parts: All parts of one geofence.
    init(_ table: FenceTable, parts: Range<Int>) {
        self.table = table
        var copies: Set<Int> = []
        for part in parts.dropFirst() where Self.isCopy(table, part, ofAnyFrom: parts) {
            copies.insert(part)
        }
        self.copies = copies
        cuts = Self.pairedMeridians(table, parts.filter { !copies.contains($0) })
    }

    func isCopy(_ part: Int) -> Bool { copies.contains(part) }

    /// Returns whether the edge from a vertex to the next is not part of the boundary.
    func isCut(_ vertex: Int) -> Bool {
        let isPole =
            abs(table.coordinates[2 * vertex + 1]) == 90
            && table.coordinates[2 * vertex + 1] == table.coordinates[2 * vertex + 3]
        return isPole || cuts.contains(vertex)
    }

    /// Returns whether an earlier part of the geofence is the same a whole turn away.
    private static func isCopy(_ table: FenceTable, _ part: Int, ofAnyFrom parts: Range<Int>) -> Bool {
        let own = table.parts[part]
        // Copies are laid out one after another; see `PlanarPolygon.copies`.
        return parts.clamped(to: part - 2..<part).contains { other in
            let theirs = table.parts[other]
            guard theirs.ringCount == own.ringCount, abs(theirs.box.minX - own.box.minX).isWholeTurns,
                theirs.box.minX != own.box.minX
            else { return false }
            return zip(table.rings(of: own), table.rings(of: theirs)).allSatisfy { ring, other in
                ring.vertexCount == other.vertexCount
                    && (0..<ring.vertexCount).allSatisfy { vertex in
                        let own = 2 * (ring.firstVertex + vertex)
                        let theirs = 2 * (other.firstVertex + vertex)
                        return table.coordinates[own + 1] == table.coordinates[theirs + 1]
                            && abs(table.coordinates[own] - table.coordinates[theirs]).isWholeTurns
                    }
            }
        }
    }

    /// An edge along a meridian, identified by what it has in common with its counterpart a whole turn away.
    private struct MeridianEdge: Hashable {
        let column: Int
        let low: Double
        let high: Double
    }

    /// Returns the edges along one meridian that occur twice, a whole turn apart: a longitude to which a turn was added
    /// may have been rounded. Where the two sides have different vertices, `SeamVertices` has given each those of the
    /// other.
    private static func pairedMeridians(_ table: FenceTable, _ parts: [Int]) -> Set<Int> {
        var box = Box.empty
        for part in parts { box.enlarge(table.parts[part].box) }
        guard box.maxX - box.minX > 360 - 1e-9 else { return [] }
        var firsts: [MeridianEdge: [Int]] = [:]
        var cuts: Set<Int> = []
        for part in parts {
            let part = table.parts[part]
            for ring in table.rings(of: part) {
                for vertex in ring.edges
                where table.coordinates[2 * vertex] == table.coordinates[2 * vertex + 2] {
                    let x = table.coordinates[2 * vertex]
                    let (start, end) = (table.coordinates[2 * vertex + 1], table.coordinates[2 * vertex + 3])
                    let (low, high) = (min(start, end), max(start, end))
                    let meridian = Meridian(x: x)
                    let twin = meridian.columns.lazy.compactMap { column in
                        firsts[MeridianEdge(column: column, low: low, high: high)]?
                            .first { abs(table.coordinates[2 * $0] - x).isWholeTurns }
                    }.first
                    if let twin {
                        cuts.insert(twin)
                        cuts.insert(vertex)
                    } else {
                        firsts[MeridianEdge(column: meridian.column, low: low, high: high), default: []].append(vertex)
                    }
                }
            }
        }
        return cuts
    }
}

extension Double {
    /// Whether the value is one or two whole turns, apart from the rounding when they were added to a longitude.
    fileprivate var isWholeTurns: Bool { abs(self - 360) < 1e-9 || abs(self - 720) < 1e-9 }
}
