import Testing

@testable import Geofencing

@Suite struct ContentFingerprintTests {
    @Test func `a fingerprint is unique to its bytes and survives encoding`() {
        let pieces = ["", "a", "b", "ab", "ba", "device,time\n", "device,time\n\0"].map { Array($0.utf8) }
        let marks = pieces.map { ContentFingerprint(of: $0) }
        #expect(Set(marks).count == pieces.count)
        #expect(marks == pieces.map { ContentFingerprint(of: $0) })
        #expect(marks.map(\.count) == pieces.map(\.count))
        #expect(marks.map { ContentFingerprint(decoding: $0.encoded) } == marks)
        #expect(marks.allSatisfy { $0.encoded.count == 16 })
    }

    @Test func `bytes that are not a fingerprint decode as that of no bytes`() {
        let large = [UInt8](repeating: 255, count: 16)
        for bytes in [[], [1, 2, 3], Array("device,time,latitude".utf8), large] {
            #expect(ContentFingerprint(decoding: bytes) == ContentFingerprint())
        }
    }
}
