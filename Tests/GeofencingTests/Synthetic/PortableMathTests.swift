import Foundation
import Testing

@testable import Geofencing

@Suite struct PortableMathTests {
    @Test func `sine and cosine agree with the C library to a few units in the last place`() {
        for step in -4000...4000 {
            let turns = Double(step) / 997
            let (sine, cosine) = PortableMath.sineAndCosine(turns: turns)
            #expect(abs(sine - sin(turns * 2 * .pi)) < 5e-15, "at \(turns) turns")
            #expect(abs(cosine - cos(turns * 2 * .pi)) < 5e-15, "at \(turns) turns")
        }
    }

    @Test func `quarter turns are exact`() {
        #expect(PortableMath.sineAndCosine(turns: 0) == (0, 1))
        #expect(PortableMath.sineAndCosine(turns: 0.25) == (1, 0))
        #expect(PortableMath.sineAndCosine(turns: 0.5) == (0, -1))
        #expect(PortableMath.sineAndCosine(turns: 0.75) == (-1, 0))
    }

    @Test func `powers of two agree with the C library`() {
        for step in -500...500 {
            let power = Double(step) / 41
            #expect(abs(PortableMath.exp2(power) / exp2(power) - 1) < 5e-16, "at \(power)")
        }
        #expect(PortableMath.exp2(3) == 8)
    }
}
