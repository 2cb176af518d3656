/// A failure that GEOS reported.
package struct GEOSError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The C function that failed.
    package let function: String

    /// The message that GEOS gave, or a replacement if it gave none.
    package let message: String

    /// The function followed by the message.
    package var description: String { "\(function): \(message)" }
}
