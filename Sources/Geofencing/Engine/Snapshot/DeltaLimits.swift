/// The limits up to which edits may accumulate on an index before they are merged.
package struct DeltaLimits: BitwiseCopyable, Sendable {
    /// The maximum number of geofences without an index, whose boxes each lookup tests one by one, and of their
    /// vertices.
    var fresh = 64
    var freshVertices = 4096
    /// The number of edits beyond which everything is merged in the background; a smaller base is merged once there
    /// have been more edits than it has geofences, and more than `fresh`. `nil` for never.
    var merge: Int? = 4096

    package init() {}

    func wantsLayer(_ fences: FreshFences) -> Bool {
        fences.count > fresh || fences.vertexCount > freshVertices
    }

    func wantsMerge(edits: Int, base: Int) -> Bool {
        merge.map { edits > fresh && edits > min($0, base) } ?? false
    }
}
