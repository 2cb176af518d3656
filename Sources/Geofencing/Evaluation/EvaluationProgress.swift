/// How much of the inputs was read, and what of it was used.
struct EvaluationProgress: Sendable {
    var counts = FixCounts()
    var nullIslands = 0
    var wrappedLongitudes = 0
    var droppedFields = 0
    var bytes = 0
    var input = 0
    /// Of the present input.
    var lines = 0
}
