/// The time by which the clocks of a zone are ahead of UTC.
public struct UTCOffset: Sendable, Hashable {
    /// The offset in seconds: whole minutes in -86,340 ... 86,340, positive east of Greenwich.
    public let seconds: Int

    /// No offset: UTC itself.
    public static let zero = UTCOffset(checkedSeconds: 0)

    /// Creates an offset from its form at the end of a time: `Z`, `UTC`, `GMT`, `+02:00`, `-0530` or `+02`; `nil` for
    /// anything else.
    public init?(_ text: String) {
        let milliseconds = withScanner(of: text.utf8) { scanner in
            let milliseconds = try? scanner.zone(to: scanner.end)
            return scanner.isAtEnd ? milliseconds : nil
        }
        guard let milliseconds else { return nil }
        self.init(checkedSeconds: milliseconds / 1000)
    }

    /// Creates an offset from seconds, as returned by `TimeZone.secondsFromGMT(for:)`; `nil` unless they are whole
    /// minutes in -86,340 ... 86,340.
    public init?(seconds: Int) {
        guard (-86_340...86_340).contains(seconds), seconds.isMultiple(of: 60) else { return nil }
        self.init(checkedSeconds: seconds)
    }

    private init(checkedSeconds seconds: Int) { self.seconds = seconds }

    var milliseconds: Int64 { Int64(seconds) * 1000 }
}
