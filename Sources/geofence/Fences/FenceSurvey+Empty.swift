internal import Geofencing

extension FenceSurvey {
    /// Those of the files that were read in which there is nothing, not even a fault.
    func filesWithoutGeofences(among paths: [String]) -> [String] {
        let known = Set((geofences.map(\.location) + readFindings.map(\.location)).compactMap(\.file))
        return paths.filter { !known.contains($0) }
    }
}

extension Diagnostic {
    /// What there is to say of such a file.
    static let noGeofences = "there are no geofences in the file"
}
