extension TableGeofenceParser {
    /// Refuses a radius of `1.500` beside a latitude of `52,5`, or of `1,500` beside `52.5`: its writer means one and a
    /// half thousand.
    func refuseThousands(_ cells: [CSVCell], _ scanner: ByteScanner) throws(FenceProblem) {
        guard header.delimiter != UInt8(ascii: ",") else { return }
        for (role, cell) in zip(header.roles, cells) where role == .radius {
            let text = scanner.text(of: cell)
            for (mark, other, name) in Self.marks where text.looksLikeThousands(apartBy: mark) {
                let isMixed = zip(header.roles, cells).contains { role, cell in
                    role.isOfPlace && scanner.bytes(in: cell.range).contains(other)
                }
                guard isMixed else { continue }
                throw FenceProblem(
                    .invalidRadius,
                    "the radius \"\(text)\" is ambiguous, since other numbers in the record have decimal \(name)",
                    at: cell.range.lowerBound,
                    recovery: "Write it without thousands separators, as in 1500 or 1.5."
                )
            }
        }
    }

    /// What may be between thousands or before decimals, with the other such mark and the words for that.
    private static let marks: [(UInt8, other: UInt8, name: String)] = [
        (UInt8(ascii: "."), UInt8(ascii: ","), "commas"), (UInt8(ascii: ","), UInt8(ascii: "."), "points"),
    ]
}

extension String {
    /// Whether the string is a number from 1 to 999 and three digits, with a mark between: `1.500`.
    fileprivate func looksLikeThousands(apartBy mark: UInt8) -> Bool {
        let parts = utf8.split(separator: mark, omittingEmptySubsequences: false)
        return parts.count == 2 && (1...3).contains(parts[0].count) && parts[1].count == 3
            && parts[0].first != UInt8(ascii: "0") && parts.joined().allSatisfy(\.isDigit)
    }
}
