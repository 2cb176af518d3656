/// How far edits may pile up on an index before they are put in order.
package struct DeltaLimits: BitwiseCopyable, Sendable {
    /// How many geofences may be without an index, and how many vertices these may have.
    package var fresh = 64
    package var freshVertices = 4096
    /// How many edits start a merge of everything in the background; a base that is smaller than this is merged when
    /// there have been as many edits as it has geofences. `nil` for never.
    package var merge: Int? = 4096

    package init() {}

    func wantsLayer(_ fences: FreshFences) -> Bool {
        fences.count > fresh || fences.vertexCount > freshVertices
    }

    func wantsMerge(edits: Int, base: Int) -> Bool {
        merge.map { edits > fresh && edits > min($0, base) } ?? false
    }
}
