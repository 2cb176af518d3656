/// A sign that a trace, which can be read, is not meant as it is read.
package struct TraceDoubt: Sendable, Hashable {
    /// What is doubtful.
    package var message: String
    /// What to do about it.
    package var recovery: String
}
