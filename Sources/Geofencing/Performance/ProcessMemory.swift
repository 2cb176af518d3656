// SAFETY: the kernel is given a structure of its own type and that structure's size in words, and writes no more; the
// pointer does not leave the call.

#if canImport(Darwin)
internal import Darwin
#else
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
#if canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif
#endif

/// The memory of this process.
enum ProcessMemory {
    #if canImport(Darwin)
    /// `mach_task_self_` is a variable that only newer SDKs declare safe to read.
    private static let task = task_self_trap()

    /// The resident memory in bytes: `resident_size` of `mach_task_basic_info`.
    static var residentBytes: Int? {
        var info = mach_task_basic_info()
        var words = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
        let result = unsafe withUnsafeMutablePointer(to: &info) { info in
            unsafe info.withMemoryRebound(to: integer_t.self, capacity: Int(words)) { info in
                unsafe task_info(task, task_flavor_t(MACH_TASK_BASIC_INFO), info, &words)
            }
        }
        return result == KERN_SUCCESS ? Int(info.resident_size) : nil
    }
    #else
    /// The resident memory in bytes: the second number of `/proc/self/statm`, in pages.
    static var residentBytes: Int? {
        guard let bytes = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
    #endif
}
