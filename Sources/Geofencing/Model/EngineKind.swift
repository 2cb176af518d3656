/// The index that finds the geofences covering a coordinate. All kinds give the same answers.
public enum EngineKind: String, Sendable, Hashable, CaseIterable {
    /// GEOS: an STRtree over envelopes, then a prepared polygon for each candidate. The reference.
    case geos

    /// Adaptive cells over longitude and latitude, with GEOS where a sign is uncertain.
    case cells
}
