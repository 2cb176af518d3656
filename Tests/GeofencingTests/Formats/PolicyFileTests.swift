import TestSupport
import Testing

@testable import Geofencing

@Suite struct PolicyFileTests {
    static func read(_ text: String) throws -> PolicySettings {
        let file = try TemporaryFile(text, name: "policy.json")
        return try PolicyFile(path: file.path).read()
    }

    /// A policy in which each threshold differs from the standard.
    static let unusual: [PolicySettings] = {
        var balanced = BalancedPolicy()
        balanced.arrivalAccuracy = .meters(33.25)
        balanced.exitBuffer = .meters(0)
        balanced.accuracyFactor = 0.1
        balanced.accuracyLimit = .meters(1234.5678)
        balanced.exitFixes = 1
        balanced.exitSpan = .zero
        balanced.exitAfter = .milliseconds(90_001)
        balanced.farDistance = .meters(1e6)
        balanced.unknownAccuracy = .meters(0.001)
        var probability = ProbabilityPolicy()
        probability.enter = 0.5
        probability.exit = 1.0 / 3
        probability.unknownAccuracy = .meters(77)
        return [
            PolicySettings(.raw), PolicySettings(), PolicySettings(.probability()),
            PolicySettings(.balanced(balanced), dwell: .milliseconds(1)),
            PolicySettings(.probability(probability), staleAfter: .seconds(86_400)),
            PolicySettings(.raw, dwell: .seconds(300), staleAfter: .milliseconds(1_800_500)),
        ]
    }()

    @Test(arguments: unusual) func `written settings are read back unchanged`(settings: PolicySettings) throws {
        let file = try TemporaryFile("before", name: "policy.json")
        try PolicyFile(path: file.path).write(settings)
        #expect(try PolicyFile(path: file.path).read() == settings)
        #expect(try PolicySettings(json: settings.json()) == settings)
        #expect(failure { try PolicyFile(path: file.path + "/x.json").write(settings) }?.code == .inputOutput)
    }

    @Test func `every threshold of a policy can be written`() {
        for threshold in TransitionPolicy.Threshold.allCases where threshold != .dwell {
            for name in threshold.policies ?? [] {
                var policy = TransitionPolicy(name: name)
                policy?[threshold] = threshold.range.upperBound
                #expect(policy?.adjustments.map(\.key) == [threshold])
            }
        }
    }

    @Test func `keys may be in any order, and thresholds alone imply their policy`() throws {
        #expect(
            try Self.read(" {\"stale_after_s\":60,\n\"exit_fixes\" : 2 , \"dwell_s\": null}\n").policy.name
                == "balanced"
        )
        #expect(try Self.read("\u{FEFF}{\"exit_probability\":0.1}").policy.name == "probability")
        #expect(
            try Self.read("{\"policy\":\"raw\",\"dwell_s\":0.5}") == PolicySettings(.raw, dwell: .milliseconds(500))
        )
    }

    @Test(
        arguments: [
            ("", .invalidSyntax, 1, 1, "not a JSON object"), ("[]", .invalidSyntax, 1, 1, "not a JSON object"),
            ("{}", .invalidRecord, 1, 1, "names no policy"),
            ("{\"dwell_s\":5}", .invalidRecord, 1, 1, "names no policy"),
            ("{\"policy\":\"balance\"}", .invalidRecord, 1, 11, "\"balance\" is not known"),
            ("{\"policy\":\"Balanced\",\"exit_fixes\":3}", .invalidRecord, 1, 11, "\"Balanced\" is not known"),
            ("{\"policy\":3}", .invalidSyntax, 1, 11, "\"policy\" is not a string"),
            ("{\n  \"policy\": \"raw\",\n  \"exit_fix\": 3}", .invalidRecord, 3, 3, "\"exit_fix\" is not a key"),
            ("{\"exit_fixes\":\"3\"}", .invalidSyntax, 1, 15, "\"exit_fixes\" is text, not a finite number"),
            ("{\"exit_fixes\":2.5}", .invalidRecord, 1, 15, "exit_fixes is 2.5, which is not a whole number"),
            ("{\"exit_fixes\":0}", .invalidRecord, 1, 15, "exit_fixes is 0, which is not in 1...1000"),
            ("{\"stale_after_s\":0}", .invalidRecord, 1, 18, "stale_after_s is 0"),
            ("{\"exit_fixes\":3,\"exit_fixes\":4}", .invalidSyntax, 1, 17, "\"exit_fixes\" occurs twice"),
            (
                "{\"policy\":\"raw\",\n \"exit_fixes\":3}", .invalidRecord, 2, 15,
                "exit_fixes is not a threshold of the policy raw"
            ),
            ("{\"unknown_accuracy_m\":9}", .invalidRecord, 1, 23, "applies to several policies, and none is named"),
            ("{\"policy\":\"raw\"} {}", .invalidSyntax, 1, 18, "unexpected text after the object"),
            ("{\"policy\":\"raw\"", .invalidSyntax, 1, 16, "ends in the middle of an object"),
            ("{\"policy\":\"raw\",}", .invalidSyntax, 1, 17, "a key is missing"),
        ] as [(String, GeofenceError.Code, Int, Int, String)]
    )
    func `an invalid policy is an error with its location and key`(
        text: String,
        code: GeofenceError.Code,
        line: Int,
        column: Int,
        message: String
    ) throws {
        let error = try #require(failure { try Self.read(text) })
        #expect(error.code == code, "\(error)")
        #expect(error.location?.line == line && error.location?.column == column, "\(error)")
        #expect(error.location?.file?.hasSuffix("policy.json") == true)
        #expect(error.message.contains(message), "\(error)")
        #expect(!error.recoverySuggestion.isEmpty)
    }

    @Test func `the advice for a second object does not suggest a converter`() throws {
        let error = try #require(failure { try Self.read("{\"policy\":\"raw\"}\n{\"policy\":\"raw\"}") })
        #expect(error.location?.line == 2 && error.recoverySuggestion.contains("Keep one object"), "\(error)")
        #expect(!error.recoverySuggestion.contains("jq"), "\(error)")
    }

    @Test func `settings out of range are not written`() throws {
        var policy = BalancedPolicy()
        policy.accuracyLimit = .meters(.infinity)
        let file = try TemporaryFile("before", name: "policy.json")
        let error = failure { try PolicyFile(path: file.path).write(PolicySettings(.balanced(policy))) }
        #expect(error?.code == .invalidRecord && error?.message.contains("accuracy_limit_m is inf") == true)
        #expect(failure { try PolicyFile(path: file.path).write(PolicySettings(dwell: .zero)) }?.code == .invalidRecord)
        #expect(failure { try PolicySettings(dwell: .zero).json() }?.location?.file == "policy")
        #expect(failure { try PolicyFile(path: file.path + "x").read() }?.code == .unreadableInput)
    }

    @Test func `policies of geofences are written to GeoJSON and read back`() throws {
        let region = Geofence.Region.circle(center: Coordinate(latitude: 1, longitude: 2), radius: .meters(100))
        let geofences = Self.unusual.enumerated().map { number, settings in
            Geofence(Geofence.ID("f\(number)"), region, policy: settings.policy, dwell: settings.dwell)
        }
        let file = try TemporaryFile("", name: "fences.geojson")
        let output = try OutputFile(path: file.path)
        var writer = GeofenceWriter(to: output)
        for geofence in geofences { try writer.write(geofence) }
        try writer.finish()
        try output.commit()
        #expect(try GeofenceFile(path: file.path).read() == geofences)
    }

    @Test func `findings of reading and checking are merged in order of location`() throws {
        let header = "id,wkt,latitude,longitude,radius_m"
        let rows = [
            #"bow,"POLYGON((0 0,1 1,1 0,0 1,0 0))",,,"#, "minus,,1,2,-5", #"tie,"POLYGON((0 0,1 0,1 1,0 0))",,,"#,
        ]
        let file = try TemporaryFile(([header] + rows).joined(separator: "\n"), name: "fences.csv")
        let found = try GeofenceFile(path: file.path).findings()
        #expect(found.map(\.code) == [.selfIntersection, .invalidRadius])
        #expect(found.map(\.location.line) == [2, 3])
        #expect(failure { try GeofenceFile(path: file.path).read() }?.code == .invalidRadius)
    }

    @Test func `CSV columns give circles their policies`() throws {
        let header = "id,latitude,longitude,radius_m,policy,exit_fixes,Exit Buffer m,enter_probability,dwell_s\n"
        let rows = ["a,1,2,100,balanced,3,12.5,,60", "b,1,2,100,,,,0.9,", "c,1,2,100,raw,,,,", "d,1,2,100,,,,,"]
        let read = try GeofenceReaderTests.read(header + rows.joined(separator: "\n"))
        #expect(read.findings.isEmpty)
        var balanced = BalancedPolicy()
        balanced.exitFixes = 3
        balanced.exitBuffer = .meters(12.5)
        var probability = ProbabilityPolicy()
        probability.enter = 0.9
        #expect(read.geofences.map(\.policy) == [.balanced(balanced), .probability(probability), .raw, nil])
        #expect(read.geofences.map(\.dwell) == [.seconds(60), nil, nil, nil])
    }

    @Test(
        arguments: [
            ("a,1,2,100,balance,,,,", 11, "\"balance\" is not known"),
            ("a,1,2,100,raw,3,,,", 15, "not a threshold of the policy raw"),
            ("a,1,2,100,,x,,,", 12, "\"x\" is not a finite decimal number"),
            ("a,1,2,100,,0,,,", 12, "not in 1...1000"),
        ]
    )
    func `a bad policy of a circle is a finding`(row: String, column: Int, message: String) throws {
        let header = "id,latitude,longitude,radius_m,policy,exit_fixes,exit_buffer_m,enter_probability,dwell_s\n"
        let read = try GeofenceReaderTests.read(header + row)
        #expect(read.geofences.isEmpty)
        #expect(read.findings.map(\.code.rawValue) == ["invalid_record"])
        #expect(read.findings.first?.location.column == column)
        #expect(read.findings.first?.message.contains(message) == true, "\(read.findings)")
    }
}
