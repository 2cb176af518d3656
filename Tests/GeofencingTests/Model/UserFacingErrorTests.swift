internal import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct UserFacingErrorTests {
    typealias Row = (error: UserFacingError, severity: UserFacingError.Severity, isRetryable: Bool)

    /// All cases, as the source document has them.
    static let rows: [Row] = [
        (.locationPermissionDenied, .critical, false), (.locationServicesDisabled, .critical, false),
        (.poorGPSAccuracy, .info, false), (.locationUpdateFailed(underlyingError: "reason 7"), .error, true),
        (.watchConnectivityNotSupported, .critical, false), (.watchSessionNotActivated, .warning, true),
        (.watchSessionActivationTimeout, .warning, true), (.watchNotReachable, .warning, true),
        (.messageSendFailed(underlyingError: "reason 7"), .error, true), (.locationDecodingFailed, .error, true),
        (.noLocationData, .info, true), (.staleLocationData(age: 95), .info, true),
        (.unknown(description: "reason 7"), .error, true),
    ]

    @Test(arguments: rows)
    func `each case has its severity, retryability and all three texts`(row: Row) throws {
        #expect(row.error.severity == row.severity)
        #expect(row.error.isRetryable == row.isRetryable)
        let reason = try #require(row.error.failureReason)
        #expect(try #require(row.error.errorDescription).isEmpty == false)
        #expect(try #require(row.error.recoverySuggestion).hasSuffix("."))
        switch row.error {
        case .locationUpdateFailed, .messageSendFailed, .unknown: #expect(reason.hasSuffix("reason 7"))
        default: #expect(reason.hasSuffix("."))
        }
        #expect((row.error as any LocalizedError).errorDescription == row.error.errorDescription)
    }

    @Test func `titles are short and unique`() {
        let titles = Self.rows.compactMap(\.error.errorDescription)
        #expect(Set(titles).count == Self.rows.count)
        #expect(titles.allSatisfy { $0.count <= 30 })
    }

    /// What each says in its own words: of the reason, and of what to do.
    private static let meanings: [(UserFacingError, title: String, reason: String, suggestion: String)] = [
        (.locationPermissionDenied, "Location Access Denied", "denies access", "privacy settings"),
        (.locationServicesDisabled, "Location Services Off", "turned off", "Turn on location services"),
        (.poorGPSAccuracy, "Poor GPS Signal", "too inaccurate", "view of the sky"),
        (.locationUpdateFailed(underlyingError: "reason 7"), "No Location Updates", "arriving: reason 7", "restart"),
        (.watchConnectivityNotSupported, "Device Not Supported", "does not support this kind", "from a file"),
        (.watchSessionNotActivated, "Session Not Started", "before the session", "once the session has started"),
        (.watchSessionActivationTimeout, "Session Timed Out", "did not start in time", "Check the network"),
        (.watchNotReachable, "Watch Not Connected", "off or out of range", "on, charged and within reach"),
        (.messageSendFailed(underlyingError: "reason 7"), "Message Not Sent", "delivered: reason 7", "the connection"),
        (.locationDecodingFailed, "Unreadable Location", "not a fix in the wire format", "docs/formats.md"),
        (.noLocationData, "No Location Yet", "has not sent a fix", "the first fix"),
        (.staleLocationData(age: 95), "Old Location", "95 s old", "its next fix"),
        (.unknown(description: "reason 7"), "Unexpected Error", "reason 7", "Try again"),
    ]

    @Test func `the texts of each case have the documented meaning`() {
        #expect(Self.meanings.map(\.0) == Self.rows.map(\.error))
        for (error, title, reason, suggestion) in Self.meanings {
            #expect(error.errorDescription == title)
            #expect(error.failureReason?.contains(reason) == true, "\(error)")
            #expect(error.recoverySuggestion?.contains(suggestion) == true, "\(error)")
        }
    }

    @Test(arguments: [
        (0, "0 s"), (-5, "0 s"), (119.9, "119 s"), (120, "2 min"), (7199, "119 min"), (7200, "2 h"), (1e9, "277777 h"),
    ])
    func `an age is given in seconds, minutes or hours`(age: Double, text: String) {
        #expect(UserFacingError.staleLocationData(age: age).failureReason == "The last fix is \(text) old.")
    }

    @Test(arguments: [Double.nan, .infinity])
    func `an age that is not finite is unknown`(age: Double) {
        #expect(UserFacingError.staleLocationData(age: age).failureReason == "The age of the last fix is unknown.")
    }

    @Test func `the severities are the documented ones`() {
        #expect(UserFacingError.Severity.allCases.map(\.rawValue) == ["info", "warning", "error", "critical"])
    }

    private struct Plain: Error, CustomStringConvertible { var description: String }

    private struct Localized: LocalizedError { var errorDescription: String? }

    @Test(
        arguments: [
            ("Permission Denied by the user", .locationPermissionDenied),
            ("WatchConnectivity is NOT supported here", .watchConnectivityNotSupported),
            ("the session was not activated", .watchSessionNotActivated),
            ("activation timeout after 5 s", .watchSessionActivationTimeout),
            ("permission denied before the timeout", .locationPermissionDenied),
            ("not supported", .unknown(description: "not supported")),
            ("the watch is not activated", .unknown(description: "the watch is not activated")),
            ("timed out", .unknown(description: "timed out")), ("", .unknown(description: "")),
        ] as [(String, UserFacingError)]
    )
    func `other errors are recognized by their descriptions`(text: String, error: UserFacingError) {
        #expect(UserFacingError.from(Plain(description: text)) == error)
        #expect(UserFacingError.from(Localized(errorDescription: text)) == error)
    }

    @Test func `errors of a known type are recognized whatever their text`() {
        let corrupted = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "permission denied"))
        #expect(UserFacingError.from(corrupted) == .locationDecodingFailed)
        #expect(UserFacingError.from(UserFacingError.noLocationData) == .noLocationData)
        let denied = GeofenceError(.unreadableInput, "Permission denied", recovery: "Ask.")
        #expect(UserFacingError.from(denied) == .geofence(denied))
        #expect(UserFacingError.from(POSIXError(.EACCES)) == .locationPermissionDenied)
    }

    @Test(arguments: [
        ("{\"t\":1.5,\"b\":true}", "t is not an integer"), ("{\"t\":1e30,\"b\":true}", "t is not an integer"),
        ("{\"t\":\"x\",\"b\":true}", "t is not an integer"), ("{\"t\":1,\"b\":7}", "b is not true or false"),
        ("{\"t\":1,", "the record is not valid JSON"),
    ])
    func `a decoding error names the key and the expected type`(text: String, message: String) throws {
        struct Record: Decodable {
            var t: Timestamp
            var b: Bool
        }
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Record.self, from: Data(text.utf8))
        }
        #expect(GeofenceError(try #require(error)).message == message)
    }

    /// All codes as a source declares them, so that a new one cannot be forgotten here.
    private static func codes(in path: String) -> [String] {
        ((try? Project.text(of: path)) ?? "").matches(of: #/static let \w+ = Code\(rawValue: "(\w+)"\)/#).map {
            String($0.1)
        }
    }

    private static let codes = codes(in: "Sources/Geofencing/Model/Errors/GeofenceError.swift").map {
        GeofenceError.Code(rawValue: $0)
    }

    @Test func `every code is documented`() throws {
        let document = try Project.text(of: "docs/errors.md")
        let findings = Self.codes(in: "Sources/Geofencing/Model/Errors/GeofenceFinding.swift")
        #expect(findings.count >= 14)
        for code in Self.codes.map(\.rawValue) + findings where !document.contains("| `\(code)` |") {
            Issue.record("\(code)")
        }
    }

    @Test func `every code has a title of its own`() {
        #expect(Self.codes.count >= 19 && Self.codes.contains(.storeBusy) && Self.codes.contains(.geometryEngine))
        let titles = Self.codes.compactMap {
            UserFacingError.geofence(GeofenceError($0, "", recovery: "")).errorDescription
        }
        #expect(Set(titles).count == Self.codes.count)
        for (code, title) in zip(Self.codes, titles) {
            #expect(title != code.rawValue && title.first?.isUppercase == true && title.count <= 30, "\(code)")
        }
    }

    @Test(arguments: codes)
    func `a library error keeps its message, location and suggestion`(code: GeofenceError.Code) {
        let location = InputLocation(file: "a.csv", line: 3, column: 7)
        let error = UserFacingError.from(GeofenceError(code, "the cell is empty", at: location, recovery: "Fill it."))
        #expect(error.errorDescription?.contains("_") == false)
        #expect(error.failureReason == "a.csv:3:7: the cell is empty")
        #expect(error.recoverySuggestion == "Fill it.")
        #expect(error.isRetryable == (code == .inputOutput || code == .storeBusy))
        #expect(error.severity == (code == .geometryEngine ? .critical : .error))
    }

    @Test func `an unknown code is used as the title`() {
        let error = GeofenceError(GeofenceError.Code(rawValue: "new_kind"), "it broke", recovery: "Mend it.")
        #expect(UserFacingError.geofence(error).errorDescription == "new_kind")
        #expect(UserFacingError.geofence(error).failureReason == "it broke")
    }
}
