// SAFETY: zlib's stream lives in its own allocation from `init` to `deinit`, since zlib keeps a pointer to it. Each
// call gives it the bounds of two arrays that stay in place for the call, and clears the pointers afterwards.

internal import CZlib

/// Decompresses gzip data, one member after the other.
@safe
struct Inflater: ~Copyable {
    /// The outcome of one step.
    enum Outcome {
        case more
        case memberEnd
        case corrupt(String)
    }

    private let stream: UnsafeMutablePointer<z_stream>

    init?() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe geofence_inflate_init_gzip(stream) == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Prepares for the next member.
    func reset() { _ = unsafe inflateReset(stream) }

    /// Decompresses from one range into another; returns the numbers of bytes consumed and produced.
    func step(
        from source: inout [UInt8],
        _ input: Range<Int>,
        into target: inout [UInt8],
        _ output: Range<Int>
    ) -> (consumed: Int, produced: Int, outcome: Outcome) {
        precondition(
            input.lowerBound >= 0 && input.upperBound <= source.count && input.count <= Int32.max,
            "The input must lie within its bytes."
        )
        precondition(
            output.lowerBound >= 0 && output.upperBound <= target.count && output.count <= Int32.max,
            "The output must lie within its bytes."
        )
        let code = unsafe source.withUnsafeMutableBufferPointer { source in
            unsafe target.withUnsafeMutableBufferPointer { target in
                unsafe stream.pointee.next_in = source.baseAddress.map { unsafe $0 + input.lowerBound }
                unsafe stream.pointee.avail_in = UInt32(input.count)
                unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + output.lowerBound }
                unsafe stream.pointee.avail_out = UInt32(output.count)
                let code = unsafe inflate(stream, Z_NO_FLUSH)
                unsafe stream.pointee.next_in = nil
                unsafe stream.pointee.next_out = nil
                return code
            }
        }
        let consumed = unsafe input.count - Int(stream.pointee.avail_in)
        let produced = unsafe output.count - Int(stream.pointee.avail_out)
        switch code {
        case Z_OK, Z_BUF_ERROR: return (consumed, produced, .more)
        case Z_STREAM_END: return (consumed, produced, .memberEnd)
        default:
            let reason = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
            return (consumed, produced, .corrupt(reason ?? "error \(code)"))
        }
    }
}
