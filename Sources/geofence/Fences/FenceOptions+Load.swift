internal import ArgumentParser
internal import Geofencing
internal import Logging

extension FenceOptions {
    /// Reads and checks the geofences, and deals with those that are not valid as the user wishes.
    ///
    /// What was found is shown; an error that is not dealt with ends the run.
    func load(isStrict: Bool = false, threads: Int, messages: ConsoleOptions) throws -> LoadedFences {
        try invalid.load(files.fences, isStrict: isStrict, threads: threads, messages: messages)
    }
}

extension InvalidFenceOptions {
    /// Reads and checks the geofences of these files, and deals with invalid ones as the options say.
    func load(
        _ paths: [String],
        isStrict: Bool = false,
        threads: Int,
        messages: ConsoleOptions
    ) throws -> LoadedFences {
        let console = Console()
        let survey = try FenceSurvey(paths, threads: threads, messages: messages)
        let findings = survey.findings
        // Who leaves out what is invalid wants all of the rest.
        let fatal = findings.filter { isFatal($0, isStrict: isStrict) }
        if !survey.isWhole || !fatal.isEmpty {
            // What ends the run must not be beyond the first few.
            FindingList(fatal + findings.filter { !isFatal($0, isStrict: isStrict) }).show(on: console)
            throw ExitCode.badData
        }
        var loaded = LoadedFences()
        loaded.skipped = survey.readFindings.count { $0.severity == .error }
        for finding in survey.readFindings where finding.severity == .error {
            if let identifier = finding.location.geofence { loaded.faults[Geofence.ID(identifier)] = finding }
        }
        var repairs = RepairList()
        for (number, located) in survey.geofences.enumerated() {
            if !survey.isInvalid(number) {
                loaded.geofences.append(located.geofence)
            } else if repair {
                loaded.geofences.append(try repairs.repair(located))
            } else {
                loaded.skipped += 1
                loaded.faults[located.geofence.id] = survey.shapeFindings[number].first { $0.severity == .error }
            }
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
            // Nobody asked to leave out what cannot be repaired.
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
