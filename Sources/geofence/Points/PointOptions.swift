internal import ArgumentParser

/// Which points to read, and where the rows about them go.
struct PointOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file of points: CSV or JSON with latitude and longitude, or GeoJSON; - is standard input.",
            discussion: """
                A point is named by its id or, if none has one, by the number of its row, starting at 0. A CSV trace works too.
                """,
            valueName: "file"
        )
    )
    var points: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where to write the rows; - is standard output. A file appears once it is complete.",
            valueName: "file"
        )
    )
    var output = "-"

    /// Throws if the inputs and the output cannot be used together.
    func check(fences: FenceFiles) throws {
        let inputs = fences.named + NamedFile.list("--points", [points])
        try FilePaths.check(inputs: inputs)
        try FilePaths.check(NamedFile.list("--output", [output]), from: inputs)
    }
}
