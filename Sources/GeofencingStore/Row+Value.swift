internal import GRDB

extension Row {
    /// The value of a column.
    ///
    /// - Throws: For a value of another type, as a damaged store may have it; a subscript would end the process.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: Int) throws -> Value {
        try decode(atIndex: column)
    }
}

/// A name in the store that none of the values has which it may stand for.
struct UnknownName: Error {
    let name: String
}

extension RawRepresentable where RawValue == String {
    /// The value with a name in the store.
    static func named(_ name: String) throws -> Self {
        guard let value = Self(rawValue: name) else { throw UnknownName(name: name) }
        return value
    }
}
