#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Bounds on the geodesic between two points by the straight chord between them, and the other way round.
///
/// A geodesic is a curve in space whose curvature lies between those of the ellipsoid, 1/R for R in
/// `WGS84.smallestCurvatureRadius` ... `largestCurvatureRadius`. By Schur's theorem its chord is at least that of a
/// circular arc with the larger curvature. It is at most that of an arc with the smaller one, but for the geodesic's
/// torsion: with |torsion| <= e² / 2R a helix of length s exceeds the arc by at most (e²/2)² (s/R)⁵ R / 720, which
/// `slack` covers more than twice over. 1 µm more covers rounding, here and in the geodesic.
enum ChordBounds {
    /// Returns the length that the chord of every geodesic of at least `distance` meters reaches; 0 if nothing is
    /// certain.
    static func lower(ofDistance distance: Double) -> Double {
        // The bound rises and then falls: beyond half a turn of the smaller circle the longest geodesic is the worst.
        let half = 2 * WGS84.smallestCurvatureRadius
        let bound = min(half * sin(distance / half), half * sin(WGS84.longestDistance / half))
        return max(0, bound - 1e-6)
    }

    /// Returns the length that the chord of no geodesic of at most `distance` meters exceeds.
    static func upper(ofDistance distance: Double) -> Double {
        let half = 2 * WGS84.largestCurvatureRadius
        return half * sin(distance / half) + slack(distance)
    }

    /// Returns the slack in meters for the upper bound of a geodesic of this length.
    private static func slack(_ distance: Double) -> Double {
        let relative = distance / WGS84.meanRadius
        let square = relative * relative
        return 1e-6 + 4e-8 * WGS84.meanRadius * square * square * relative
    }

    /// Returns a length that no geodesic over a chord of this length in meters falls below; good to the pads of `lower`
    /// and `upper`.
    @inline(__always)
    static func shortestDistance(overChord chord: Double) -> Double {
        let half = 2 * WGS84.largestCurvatureRadius
        let ratio = chord / half
        if ratio > 0.4 { return half * asin(min(1, ratio)) }
        // All terms of asin x are positive, so the first few are a lower bound.
        let square = ratio * ratio
        return chord * (1 + square * (1.0 / 6 + square * (3.0 / 40 + square * (15.0 / 336))))
    }

    /// Returns a length that no geodesic over a chord of this length in meters exceeds; good to the pads of `lower` and
    /// `upper`.
    @inline(__always)
    static func longestDistance(overChord chord: Double) -> Double {
        let half = 2 * WGS84.smallestCurvatureRadius
        let ratio = chord / half
        // asin x < x + x³ / 6 (1 + x²) for x < 0.05; no caller needs it for longer chords.
        return ratio < 0.05 ? chord + chord * ratio * ratio * (1 + ratio * ratio) / 6 : .infinity
    }
}
