#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What the monitor asks the system; tests give their own answers.
package struct SystemProbe: Sendable {
    /// Bytes of memory that the process holds; `nil` where that cannot be known.
    package var residentBytes: @Sendable () -> Int?
    /// The processor time that all threads of the process have taken, those that ended too.
    package var processorTime: @Sendable () -> Duration
    /// How many processors there are.
    package var processorCount: Int
    /// The charge of the machine's battery, 0 ... 1; `nil` without one.
    package var batteryLevel: @Sendable () -> Double?

    package init(
        residentBytes: @escaping @Sendable () -> Int?,
        processorTime: @escaping @Sendable () -> Duration,
        processorCount: Int,
        batteryLevel: @escaping @Sendable () -> Double?
    ) {
        self.residentBytes = residentBytes
        self.processorTime = processorTime
        self.processorCount = processorCount
        self.batteryLevel = batteryLevel
    }

    /// The system that runs the process.
    package static let system = SystemProbe(
        residentBytes: { ProcessMemory.residentBytes },
        // POSIX: a million ticks a second, whatever the resolution.
        processorTime: { .microseconds(Int64(clock())) },
        processorCount: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
        batteryLevel: { PowerSupply().batteryLevel }
    )
}
