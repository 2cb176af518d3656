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
    ///
    /// | what is wrong | no option | `--repair` | `--skip-invalid` |
    /// |---|---|---|---|
    /// | an identifier that occurs twice | fatal | fatal | fatal |
    /// | input that cannot be read: not `isRepairable` | fatal | fatal | left out |
    /// | a shape of which no geofence can be made | fatal | left out | left out |
    /// | an invalid shape | fatal | repaired; fatal if that fails | left out |
    ///
    /// A file that cannot be read to its end is fatal too, and so is a warning if `isStrict`. Unless a repair is what
    /// fails, all findings are shown before the run ends. If nothing is fatal, they are shown with the repairs; if
    /// `messages` is quiet, only what `--repair` left out is shown, because the user did not ask for that.
    func load(
        _ paths: [String],
        isStrict: Bool = false,
        threads: Int,
        messages: ConsoleOptions
    ) throws -> LoadedFences {
        let console = Console()
        let survey = try FenceSurvey(paths, threads: threads, messages: messages)
        let findings = survey.findings
        let fatal = findings.filter { isFatal($0, isStrict: isStrict) }
        if !survey.isWhole || !fatal.isEmpty {
            // Findings that end the run must be among the first few, which are shown.
            FindingList(fatal + findings.filter { !isFatal($0, isStrict: isStrict) }).show(on: console)
            throw ExitCode.badData
        }
        let (loaded, repairs) = try usable(survey)
        Logger.geofences.info("loaded geofences", metadata: ["geofences": "\(loaded.text)"])
        if !messages.quiet {
            FindingList(findings).show(on: console)
            for path in survey.filesWithoutGeofences(among: paths) {
                console.show(.emptyInput(path, Diagnostic.noGeofences))
            }
            repairs.show(on: console)
        } else if repair {
            FindingList(survey.readErrors).show(on: console)
        }
        return loaded
    }

    private func isFatal(_ finding: GeofenceFinding, isStrict: Bool) -> Bool {
        if finding.severity == .warning { return isStrict }
        if finding.code.rawValue == GeofenceError.Code.duplicateIdentifier.rawValue { return true }
        // A user who leaves out invalid geofences wants all the others.
        if skipInvalid { return false }
        return !repair || !finding.isRepairable
    }

    /// Repairs or leaves out what is invalid; none of the findings may be fatal.
    ///
    /// - Throws: The geofence's first error if it cannot be repaired.
    private func usable(_ survey: FenceSurvey) throws(GeofenceError) -> (LoadedFences, RepairList) {
        var loaded = LoadedFences(geofences: survey.geofences)
        var repairs = RepairList()
        for finding in survey.readErrors {
            loaded.noteLeftOut(finding.location.geofence.map { Geofence.ID($0) }, because: finding)
        }
        let invalid = survey.geofences.indices.filter(survey.isInvalid)
        if repair {
            for number in invalid {
                loaded.geofences[number] = try repairs.repair(survey.geofences[number], at: survey.locations[number])
            }
            loaded.repaired = repairs.count
        } else if !invalid.isEmpty {
            for number in invalid {
                let error = survey.shapeFindings[number].first { $0.severity == .error }
                loaded.noteLeftOut(survey.geofences[number].id, because: error)
            }
            loaded.geofences = survey.geofences.enumerated().filter { !survey.isInvalid($0.offset) }.map(\.element)
        }
        return (loaded, repairs)
    }
}

extension FenceSurvey {
    /// Reads files and checks their contents, showing the progress.
    init(_ paths: [String], threads: Int, messages: ConsoleOptions) throws(GeofenceError) {
        let progress = ProgressLine(messages.progressWish, noun: "geofence", totalBytes: nil)
        defer { progress.clear() }
        try self.init(paths, threads: threads) { progress.update(count: $0, bytes: 0) }
    }

    /// What was wrong while reading: no geofence could be made of it.
    fileprivate var readErrors: [GeofenceFinding] { readFindings.filter { $0.severity == .error } }
}
