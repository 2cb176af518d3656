/// The result of a device's last lookup, in a form that makes the next lookup nearby cheap.
///
/// Its meaning is up to the index; a new memo is empty. It must not be carried over from one index to another.
struct LookupMemo: BitwiseCopyable, Sendable {
    /// A cell coordinate that no point has.
    static let nowhere = UInt32.max

    var cellX = nowhere
    var cellY: UInt32 = 0
    var token: UInt32 = 0
    var detail = UInt32.max
}
