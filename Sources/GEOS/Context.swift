internal import CGEOS
internal import Synchronization

// SAFETY: the handle and the message buffer live as long as the object and are freed once, in `deinit`. The buffer has
// the size that `cgeos_keep_message` respects, and GEOS writes to it only inside calls with this handle. The type is
// not Sendable, so two threads cannot be in such calls at once.

/// A GEOS handle and its last error message; every worker needs its own.
///
/// Objects made with one context may be used and freed with another: they refer to the factory that all handles share,
/// never to a handle. In GEOS 3.11 ... 3.14, all that a handle owns are its message handlers, their buffer, and a point
/// for calls with coordinates.
@safe
package final class Context {
    let handle: GEOSContextHandle_t
    private let message: UnsafeMutablePointer<CChar>

    /// `GEOS_init_r` sets up state that all handles share, without a lock.
    private static let creation = Mutex(())

    /// Creates a context with a handle of its own.
    ///
    /// The corresponding C functions are `GEOS_init_r` and `GEOSContext_setErrorMessageHandler_r`.
    package init() throws(GEOSError) {
        guard let handle = unsafe Self.creation.withLock({ _ in unsafe GEOS_init_r() }) else {
            throw GEOSError(function: "GEOS_init_r", message: "no handle was returned")
        }
        unsafe self.handle = handle
        unsafe message = .allocate(capacity: CGEOS_MESSAGE_CAPACITY)
        unsafe message.initialize(repeating: 0, count: CGEOS_MESSAGE_CAPACITY)
        unsafe cgeos_capture_messages(handle, message)
    }

    deinit {
        unsafe GEOS_finish_r(handle)
        unsafe message.deallocate()
    }

    /// The message of the last failure; empty if there was none.
    var lastMessage: String { unsafe String(cString: message) }

    /// Returns the error to throw after `function` failed.
    func failure(of function: String) -> GEOSError {
        GEOSError(function: function, message: lastMessage.isEmpty ? "failed without a message" : lastMessage)
    }
}

/// The version of the GEOS library in use, such as "3.11.1-CAPI-1.17.1".
///
/// The corresponding C function is `GEOSversion`.
package let version: String = unsafe GEOSversion().map { unsafe String(cString: $0) } ?? "unknown"
