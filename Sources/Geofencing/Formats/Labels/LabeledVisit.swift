/// A visit that is known to have taken place, or that was found.
package struct LabeledVisit: Sendable, Hashable {
    package var device: DeviceID
    package var geofence: Geofence.ID
    /// The time of the enter, in milliseconds since 1970.
    package var enter: Int64
    /// The time of the exit, in milliseconds since 1970; `nil` for an open visit.
    package var exit: Int64?
}

extension LabeledVisit {
    /// The header of a table of visits, with the columns of the visit ledger that a label can have.
    package static let header = "device,geofence,enter_unix_ms,exit_unix_ms,dwell_s,state\n"

    /// Appends the visit as a row of such a table.
    package func append(to buffer: inout [UInt8]) {
        let comma = UInt8(ascii: ",")
        buffer.append(csvCell: Array(device.rawValue.utf8))
        buffer.append(comma)
        buffer.append(csvCell: Array(geofence.rawValue.utf8))
        buffer.append(comma)
        buffer.append(decimal: enter)
        buffer.append(comma)
        if let exit { buffer.append(decimal: exit) }
        buffer.append(comma)
        if let exit { buffer.append(seconds: exit &- enter) }
        buffer.append(contentsOf: (exit == nil ? ",open\n" : ",closed\n").utf8)
    }
}
