#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The monitor's access to the system; tests supply their own values.
package struct SystemProbe: Sendable {
    /// The resident memory of the process in bytes; `nil` where that is not known.
    var residentBytes: @Sendable () -> Int?
    /// The processor time of all threads of the process, including those that have ended.
    var processorTime: @Sendable () -> Duration
    /// The number of processors.
    var processorCount: Int
    /// The charge of the machine's battery, 0 ... 1; `nil` without one.
    var batteryLevel: @Sendable () -> Double?

    /// The system that runs the process.
    package static let system = SystemProbe(
        residentBytes: { ProcessMemory.residentBytes },
        // POSIX defines a million ticks per second, whatever the resolution.
        processorTime: { .microseconds(Int64(clock())) },
        processorCount: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
        batteryLevel: { PowerSupply().batteryLevel }
    )
}
