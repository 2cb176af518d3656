/// How far the clocks of a zone are ahead of UTC.
public struct UTCOffset: Sendable, Hashable {
    /// In -86,340 ... 86,340, whole minutes; east of Greenwich above 0.
    public let seconds: Int

    /// No offset: UTC itself.
    public static let zero = UTCOffset(checkedSeconds: 0)

    /// An offset as ISO 8601 writes it: `Z`, `+02:00`, `-0530` or `+02`; `nil` for all else.
    public init?(_ text: String) {
        let milliseconds = withScanner(of: text.utf8) { scanner in
            let milliseconds = try? scanner.zone(to: scanner.end)
            return scanner.isAtEnd ? milliseconds : nil
        }
        guard let milliseconds else { return nil }
        self.init(checkedSeconds: milliseconds / 1000)
    }

    /// An offset of so many seconds, as `TimeZone.secondsFromGMT(for:)` gives it; `nil` for one that is not of whole minutes in
    /// -86,340 ... 86,340.
    public init?(seconds: Int) {
        guard (-86_340...86_340).contains(seconds), seconds.isMultiple(of: 60) else { return nil }
        self.init(checkedSeconds: seconds)
    }

    private init(checkedSeconds seconds: Int) { self.seconds = seconds }

    var milliseconds: Int64 { Int64(seconds) * 1000 }
}
