/// Numbered names, each escaped once for an output.
///
/// Not copyable: lines are written in closures, each of which would retain and release all its arrays.
package struct EscapedNames: ~Copyable, Sendable {
    private let format: TransitionFormat
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]
    private var hashes: [UInt64] = []
    /// The number of each device's name, by slot, or -1.
    private var deviceNumbers: [Int] = []

    /// Creates the names, numbered from 0.
    package init(for format: TransitionFormat, _ names: some Sequence<String>) {
        self.format = format
        for name in names { append(name) }
    }

    /// The number of names.
    package var count: Int { ends.count - 1 }

    /// Adds a name under the next number.
    package mutating func append(_ name: String) {
        switch format {
        case .ndjson: bytes.append(jsonString: name.utf8)
        case .csv: bytes.append(csvCell: Array(name.utf8))
        }
        ends.append(bytes.count)
        hashes.append(EventID.hash(name))
    }

    /// Adds the name of a device when it first occurs.
    package mutating func meet(_ device: UInt32, in registry: DeviceRegistry) {
        let slot = Int(device)
        if slot >= deviceNumbers.count {
            deviceNumbers.append(contentsOf: repeatElement(-1, count: slot + 1 - deviceNumbers.count))
        }
        guard deviceNumbers[slot] < 0 else { return }
        deviceNumbers[slot] = count
        append(registry.device(in: device).rawValue)
    }

    /// Returns the number of the name of a device that `meet` has added.
    package func number(ofDevice slot: UInt32) -> Int { deviceNumbers[Int(slot)] }

    /// Returns `EventID.hash` of the name with this number.
    func hash(of number: Int) -> UInt64 { hashes[number] }

    /// Returns the name with this number, ready to be written.
    func text(of number: Int) -> [UInt8] { Array(bytes[ends[number]..<ends[number + 1]]) }

    /// Returns the length in bytes of the name with this number.
    func length(of number: Int) -> Int { ends[number + 1] - ends[number] }

    /// Appends the name with this number to a line.
    @inline(__always)
    func append(_ number: Int, to line: inout OutputSpan<UInt8>) {
        line.append(copying: bytes.span.extracting(ends[number]..<ends[number + 1]))
    }
}
