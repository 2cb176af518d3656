internal import GRDB

extension Row {
    /// Returns the value of a column.
    ///
    /// - Throws: An error for a value of another type, as a damaged store may have one; a subscript would end the
    ///   process.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: Int) throws -> Value {
        try decode(atIndex: column)
    }
}

/// A name in the store that is not the raw value of any case.
struct UnknownName: Error {
    let name: String
}

extension RawRepresentable where RawValue == String {
    /// Returns the value whose name is stored.
    static func named(_ name: String) throws -> Self {
        guard let value = Self(rawValue: name) else { throw UnknownName(name: name) }
        return value
    }
}
