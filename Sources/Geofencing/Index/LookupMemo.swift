/// What one device's last lookup found, in a form that makes the next one nearby cheap.
///
/// Its meaning is the index's own; a new one knows nothing. It must not be carried from one index to another.
package struct LookupMemo: BitwiseCopyable, Sendable {
    /// In place of a cell: no place is there.
    static let nowhere = UInt32.max

    var cellX = nowhere
    var cellY: UInt32 = 0
    var token: UInt32 = 0
    var detail = UInt32.max

    package init() {}
}
