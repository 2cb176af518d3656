/// How much of the inputs was read, and what was used of it.
struct EvaluationProgress: Sendable {
    var counts = FixCounts()
    var notes = FixNotes()
    var bytes = 0
    var input = 0
    /// Lines of the current input.
    var lines = 0
}
