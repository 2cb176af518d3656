extension GeofenceEngine {
    /// The open visits, by time of ENTER, then device, then geofence.
    package var openVisits: [VisitRecord] {
        var visits: [VisitRecord] = []
        shards.withEach { shard in
            for (local, device) in shard.devices.enumerated() {
                visits += device.stays.map { VisitRecord($0, device: shard.slot(of: local)) }
            }
        }
        let ranks = registry.ranksByName()
        let snapshot = self.snapshot
        return visits.sorted { one, other in
            if one.enter != other.enter { return one.enter < other.enter }
            if one.device != other.device { return ranks[Int(one.device)] < ranks[Int(other.device)] }
            return snapshot.precedesByID(one.fence, other.fence)
        }
    }
}
