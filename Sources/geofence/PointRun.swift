internal import Dispatch
internal import Geofencing
internal import Synchronization

/// Reads points in chunks, works on a chunk for each thread at a time, and writes the rows in the order of the input.
struct PointRun {
    /// The points of a chunk.
    struct Batch: Sendable {
        var coordinates: [Coordinate]
        /// For each point its name as a cell of CSV; empty where points are named by their rows.
        var names: [[UInt8]]
        /// For each point the number of its row.
        var rows: [Int]

        func name(of point: Int) -> [UInt8] {
            names.isEmpty ? Array("\(rows[point])".utf8) : names[point]
        }
    }

    /// Appends the rows about a batch.
    typealias Work = @Sendable (_ batch: Batch, _ rows: inout CSVText) throws(GeofenceError) -> Void

    private let options: PointOptions
    private let threads: Int
    private let messages: ConsoleOptions

    init(_ options: PointOptions, threads: Int, messages: ConsoleOptions) {
        self.options = options
        self.threads = threads
        self.messages = messages
    }
}
