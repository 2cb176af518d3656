internal import ArgumentParser
internal import Geofencing

/// A kind of synthetic world.
enum Scenario: ExpressibleByArgument, Hashable {
    /// A city of 1 x 1 degree with circles, stars and long concave outlines, and devices that wander.
    case metro
    /// A situation whose visits are known.
    case situation(LabeledScenario.Situation)

    init?(argument: String) {
        if argument == "metro" {
            self = .metro
        } else if let situation = LabeledScenario.Situation(rawValue: argument) {
            self = .situation(situation)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { ["metro"] + LabeledScenario.Situation.allCases.map(\.rawValue) }

    var defaultValueDescription: String {
        switch self {
        case .metro: "metro"
        case .situation(let situation): situation.rawValue
        }
    }
}

/// The adjustable settings of a situation.
struct SituationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The accuracy that fixes claim, in meters; 0 for unknown.", valueName: "meters"))
    var accuracy: Numeral<Double>?

    @Option(
        help: ArgumentHelp(
            "The standard deviation of the fixes' error along each axis, in meters. (default: two thirds of the accuracy)",
            valueName: "meters"
        )
    )
    var noise: Numeral<Double>?

    @Option(
        help: ArgumentHelp(
            "How long a device stays at its destination, not counting the way in and out: 24h, 10m, 45s.",
            valueName: "period"
        )
    )
    var duration: Period?

    @Option(help: ArgumentHelp("Write the visits that took place to a CSV file.", valueName: "file"))
    var labels: String?

    func validate() throws {
        try Period.check([("--duration", duration)], in: 1...31_622_400_000)
        for (name, meters) in [("--accuracy", accuracy), ("--noise", noise)] {
            guard let meters = meters?.value, !(0...100_000).contains(meters) else { continue }
            throw ValidationError("\(name) must be in 0...100000 meters, not \(meters).")
        }
    }

    /// The name of the first of these options that was given; none of them applies to a city.
    var firstGiven: String? {
        [
            ("--accuracy", accuracy != nil), ("--noise", noise != nil), ("--duration", duration != nil),
            ("--labels", labels != nil),
        ]
        .first(where: \.1)?.0
    }

    var settings: LabeledScenario.Settings {
        var settings = LabeledScenario.Settings()
        settings.accuracy = accuracy?.value
        settings.noise = noise?.value
        settings.duration = duration?.milliseconds
        return settings
    }
}
