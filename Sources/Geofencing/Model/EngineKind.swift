/// The index that finds the geofences covering a place. All give the same answers.
public enum EngineKind: String, Sendable, Hashable, CaseIterable {
    /// GEOS: an STRtree over envelopes, then a prepared polygon each. The reference.
    case geos

    /// Adaptive cells over longitude and latitude, with GEOS where a sign is not certain.
    case cells
}
