/// How much of the inputs was read, and what was used of it.
struct EvaluationProgress: Sendable {
    var counts = FixCounts()
    var nullIslands = 0
    var wrappedLongitudes = 0
    var droppedFields = 0
    var bytes = 0
    var input = 0
    /// Lines of the current input.
    var lines = 0
}
