internal import ArgumentParser
internal import Geofencing
internal import Logging

extension FenceOptions {
    /// Reads and checks the geofences, and treats invalid ones as the user wishes.
    ///
    /// The findings are shown; an error that the options do not cover ends the run.
    func load(isStrict: Bool = false, threads: Int, messages: ConsoleOptions) throws -> LoadedFences {
        try invalid.load(files.fences, isStrict: isStrict, threads: threads, messages: messages)
    }
}

extension InvalidFenceOptions {
    /// Reads and checks the geofences of these files, and treats invalid ones as the options say.
    func load(
        _ paths: [String],
        isStrict: Bool = false,
        threads: Int,
        messages: ConsoleOptions
    ) throws -> LoadedFences {
        let console = Console()
        let survey = try FenceSurvey(paths, threads: threads, messages: messages)
        let findings = survey.findings
        // A user who leaves out invalid geofences wants all the others.
        let fatal = findings.filter { isFatal($0, isStrict: isStrict) }
        if !survey.isWhole || !fatal.isEmpty {
            // Findings that end the run must be among the first few, which are shown.
            FindingList(fatal + findings.filter { !isFatal($0, isStrict: isStrict) }).show(on: console)
            throw ExitCode.badData
        }
        var loaded = LoadedFences()
        loaded.skipped = survey.readFindings.count { $0.severity == .error }
        for finding in survey.readFindings where finding.severity == .error {
            if let identifier = finding.location.geofence { loaded.faults[Geofence.ID(identifier)] = finding }
        }
        var repairs = RepairList()
        loaded.geofences = survey.geofences
        let invalid = survey.geofences.indices.filter(survey.isInvalid)
        if repair {
            for number in invalid {
                loaded.geofences[number] = try repairs.repair(loaded.geofences[number], at: survey.locations[number])
            }
        } else if !invalid.isEmpty {
            loaded.skipped += invalid.count
            for number in invalid {
                let id = loaded.geofences[number].id
                loaded.faults[id] = survey.shapeFindings[number].first { $0.severity == .error }
            }
            loaded.geofences = survey.geofences.enumerated().filter { !survey.isInvalid($0.offset) }.map(\.element)
        }
        loaded.repaired = repairs.count
        Logger.geofences.info("loaded geofences", metadata: ["geofences": "\(loaded.text)"])
        if !messages.quiet {
            FindingList(findings).show(on: console)
            for path in survey.filesWithoutGeofences(among: paths) {
                console.show(.emptyInput(path, Diagnostic.noGeofences))
            }
            repairs.show(on: console)
        } else if repair {
            // The user did not ask to leave out what cannot be repaired.
            FindingList(survey.readFindings.filter { $0.severity == .error }).show(on: console)
        }
        return loaded
    }

    private func isFatal(_ finding: GeofenceFinding, isStrict: Bool) -> Bool {
        if finding.severity == .warning { return isStrict }
        if finding.code.rawValue == GeofenceError.Code.duplicateIdentifier.rawValue { return true }
        if skipInvalid { return false }
        return !repair || !finding.isRepairable
    }
}

extension FenceSurvey {
    /// Reads files and checks their contents, showing the progress.
    init(_ paths: [String], threads: Int, messages: ConsoleOptions) throws(GeofenceError) {
        let progress = ProgressLine(messages.progressWish, noun: "geofence", totalBytes: nil)
        defer { progress.clear() }
        try self.init(paths, threads: threads) { progress.update(count: $0, bytes: 0) }
    }
}
