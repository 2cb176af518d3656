internal import ArgumentParser
internal import Geofencing

struct LintCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find, locate and repair problems in geofences.",
        discussion: """
            Writes each finding with its file, line, feature, ring and vertex, the reason, and what to do about it. The exit \
            code is 1 if there are any findings, including warnings.

              geofence lint --fences stops.geojson zones.geojson
              geofence lint --fences zones.geojson --format json
              geofence lint --fences zones.geojson --repair --output fixed.geojson
            """
    )

    @OptionGroup(title: "Geofences") var files: FenceFiles

    @Option(
        help: ArgumentHelp(
            "The format of the findings: text, or json with one object per line.",
            valueName: "format"
        )
    )
    var format = ReportFormat.text

    @Flag(help: "Repair invalid geofences, and write all geofences to --output.")
    var repair = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The GeoJSON file that --repair writes; it appears once it is complete.", valueName: "file")
    )
    var output: String?

    @OptionGroup var threads: ThreadOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        try files.require()
        try FilePaths.check(inputs: files.named)
        if repair, output == nil { throw ValidationError("--repair needs --output, the file for the geofences.") }
        if !repair, output != nil {
            throw ValidationError("--output works only with --repair; findings go to standard output.")
        }
        if repair, output.map(FilePaths.isStandardOutput) == true {
            throw ValidationError("--output needs a file; findings go to standard output.")
        }
        try FilePaths.check(NamedFile.list("--output", [output]), from: files.named)
    }

    func perform() throws {
        let console = Console()
        let survey = try FenceSurvey(files.fences, threads: threads.count, messages: messages)
        let findings = survey.findings
        let results = try OutputFile(path: "-")
        var hints: Set<String> = []
        for finding in findings { try results.write(line(finding, after: &hints)) }
        try results.commit()
        if let output { try writeRepaired(survey, to: output, console: console) }
        if !messages.quiet {
            for path in survey.filesWithoutGeofences(among: files.fences) {
                console.line("\(path): \(Diagnostic.noGeofences)")
            }
            console.line(summary(survey, findings))
        }
        if !findings.isEmpty { throw ExitCode.failure }
    }

    private func line(_ finding: GeofenceFinding, after hints: inout Set<String>) -> String {
        switch format {
        case .text: Diagnostic(finding).hinting(after: &hints).text() + "\n"
        case .json: finding.json.line
        }
    }

    private func summary(_ survey: FenceSurvey, _ findings: [GeofenceFinding]) -> String {
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count - errors
        let geofences = Quantity.counted(survey.geofences.count, "geofence")
        guard !findings.isEmpty else {
            return survey.geofences.isEmpty ? "\(geofences) read" : "\(geofences) read, no problems found"
        }
        return "\(geofences) read, \(Quantity.counted(errors, "error")), \(Quantity.counted(warnings, "warning"))"
    }

    private func writeRepaired(_ survey: FenceSurvey, to path: String, console: Console) throws(GeofenceError) {
        guard survey.isWhole else {
            console.line("\(path) was not written: what follows the syntax error is unknown")
            return
        }
        var repairs = RepairList()
        var geofences: [Geofence] = []
        var lost = survey.readFindings.filter { $0.severity == .error }.map(\.location)
        for (number, geofence) in survey.geofences.enumerated() {
            var location = survey.locations[number]
            do throws(GeofenceError) {
                geofences.append(survey.isInvalid(number) ? try repairs.repair(geofence, at: location) : geofence)
            } catch {
                // The findings already give the reason.
                location.geofence = geofence.id.rawValue
                lost.append(location)
            }
        }
        try GeofenceWriter.write(geofences, to: path)
        guard !messages.quiet else { return }
        repairs.show(on: console)
        for location in lost.prefix(FindingList.limit) { console.line("\(location): not repaired") }
        if lost.count > FindingList.limit {
            console.line("... and \(Quantity.grouped(lost.count - FindingList.limit)) more not repaired")
        }
        if !lost.isEmpty {
            console.line(
                "\(Quantity.counted(lost.count, "geofence")) could not be repaired: left out of \(path)"
            )
        }
    }
}
