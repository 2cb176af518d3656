/// Names as they stand in an output, escaped once, by number.
///
/// Not copyable: lines are written in closures, and each would retain and release all its arrays.
package struct EscapedNames: ~Copyable, Sendable {
    private let format: TransitionFormat
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]
    private var hashes: [UInt64] = []
    /// The number of each device's name, by slot, or -1.
    private var deviceNumbers: [Int] = []

    /// Names with the numbers from 0 on.
    package init(for format: TransitionFormat, _ names: some Sequence<String>) {
        self.format = format
        for name in names { append(name) }
    }

    /// How many names there are.
    package var count: Int { ends.count - 1 }

    /// Adds the name with the next number.
    package mutating func append(_ name: String) {
        switch format {
        case .ndjson: bytes.append(jsonString: name.utf8)
        case .csv: bytes.append(csvCell: name.utf8)
        }
        ends.append(bytes.count)
        hashes.append(EventID.hash(name))
    }

    /// Adds a device's name when it is first met.
    package mutating func meet(_ device: UInt32, in registry: DeviceRegistry) {
        let slot = Int(device)
        if slot >= deviceNumbers.count {
            deviceNumbers.append(contentsOf: repeatElement(-1, count: slot + 1 - deviceNumbers.count))
        }
        guard deviceNumbers[slot] < 0 else { return }
        deviceNumbers[slot] = count
        append(registry.device(in: device).rawValue)
    }

    /// The number of the name of a device that was met.
    package func number(ofDevice slot: UInt32) -> Int { deviceNumbers[Int(slot)] }

    /// `EventID.hash` of the name with this number.
    package func hash(of number: Int) -> UInt64 { hashes[number] }

    /// The name with this number, ready to be written.
    func text(of number: Int) -> [UInt8] { Array(bytes[ends[number]..<ends[number + 1]]) }

    /// How many bytes the name with this number has.
    func length(of number: Int) -> Int { ends[number + 1] - ends[number] }

    /// Appends the name with this number to a line.
    @inline(__always)
    func append(_ number: Int, to line: inout OutputSpan<UInt8>) {
        line.append(copying: bytes.span.extracting(ends[number]..<ends[number + 1]))
    }
}
