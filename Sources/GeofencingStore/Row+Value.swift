internal import GRDB

extension Row {
    /// The value of a column.
    ///
    /// - Throws: For a value of another type, as a damaged store may have it; a subscript would end the process.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: Int) throws -> Value {
        try decode(atIndex: column)
    }
}
