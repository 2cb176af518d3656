// SAFETY: every bit pattern is an integer.

/// The boxes around the parts of a large leaf: eight side by side in a node, in units of the cell and rounded outwards,
/// followed by boxes around the eight of each node.
///
/// A packed R-tree of two levels: most of what is in a large leaf is nowhere near a given point, such as other belts of
/// the thousands that run through it.
struct CellPartBoxes: BitwiseCopyable {
    /// The number of nodes with boxes around parts, and of nodes with boxes around those.
    private let lower: Int
    private let upper: Int

    @inline(__always)
    init(parts: Int) {
        lower = (parts &+ Node.boxes &- 1) / Node.boxes
        upper = (lower &+ Node.boxes &- 1) / Node.boxes
    }

    /// The number of bytes of all nodes.
    @inline(__always) var bytes: Int { (lower &+ upper) &* MemoryLayout<Node>.stride }

    /// Calls `body` with the number of each part whose box contains a point, in ascending order.
    ///
    /// - Parameter node: Returns a node by its number.
    @inline(__always)
    func forEach(around place: (x: Int16, y: Int16), of node: (Int) -> Node, _ body: (Int) -> Void) {
        for number in 0..<upper {
            node(lower &+ number).forEach(around: place) { box in
                let number = number &* Node.boxes &+ box
                node(number).forEach(around: place) { box in body(number &* Node.boxes &+ box) }
            }
        }
    }

    /// Returns the nodes for the given boxes.
    static func nodes(of boxes: [CellPartBox]) -> [Node] {
        let lower = level(of: boxes)
        return lower + level(of: lower.map(\.bounds))
    }

    private static func level(of boxes: [CellPartBox]) -> [Node] {
        stride(from: 0, to: boxes.count, by: Node.boxes).map { Node(boxes[$0...].prefix(Node.boxes)) }
    }
}

extension CellPartBoxes {
    /// Eight boxes; one that is not set contains nothing. Differences between these and coordinates in a cell fit into
    /// 16 bits.
    struct Node: BitwiseCopyable {
        private var lowX = SIMD8<Int16>(repeating: .max / 2)
        private var lowY = SIMD8<Int16>(repeating: .max / 2)
        private var highX = SIMD8<Int16>(repeating: .min / 2)
        private var highY = SIMD8<Int16>(repeating: .min / 2)

        fileprivate static let boxes = 8

        fileprivate init(_ boxes: some Sequence<CellPartBox>) {
            for (number, box) in boxes.enumerated() {
                lowX[number] = box.lowX
                lowY[number] = box.lowY
                highX[number] = box.highX
                highY[number] = box.highY
            }
        }

        /// The box around all boxes.
        fileprivate var bounds: CellPartBox {
            CellPartBox(lowX: lowX.min(), lowY: lowY.min(), highX: highX.max(), highY: highY.max())
        }

        /// Calls `body` with the number of each box that contains a point.
        @inline(__always)
        fileprivate func forEach(around place: (x: Int16, y: Int16), _ body: (Int) -> Void) {
            // Negative if the point is beyond a side; masks of comparisons are not compiled to vector instructions.
            let beyond = (place.x &- lowX) | (highX &- place.x) | (place.y &- lowY) | (highY &- place.y)
            // A bit for each box, sixteen apart.
            let boxes = unsafe unsafeBitCast((beyond &>> 15) &+ 1, to: SIMD2<UInt64>.self)
            for half in 0..<2 {
                var rest = boxes[half]
                while rest != 0 {
                    body(4 &* half &+ rest.trailingZeroBitCount &>> 4)
                    rest &= rest &- 1
                }
            }
        }
    }
}

/// The box around one part in units of a cell, limited to the cell.
struct CellPartBox: BitwiseCopyable {
    var lowX: Int16
    var lowY: Int16
    var highX: Int16
    var highY: Int16
}
