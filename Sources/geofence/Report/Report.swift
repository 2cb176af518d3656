/// A result for people and for programs.
protocol Report {
    /// The lines for people; none if there is nothing to tell.
    var text: String { get }

    /// One JSON value and a line feed.
    var json: String { get }
}
