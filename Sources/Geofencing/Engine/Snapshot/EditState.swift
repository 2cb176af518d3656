/// What only an edit may read and change.
struct EditState {
    /// The next handle to give out.
    var nextHandle: UInt32
    /// How many layers of the delta the merge at work takes in; `nil` while there is none.
    var sealed: Int?
    /// The slots of devices that edits have changed and nobody has asked for yet; `nil` where nobody will.
    var edited: Set<UInt32>?
    private var validator: FenceValidator?

    init(nextHandle: UInt32) { self.nextHandle = nextHandle }

    /// One validator for all edits.
    mutating func sharedValidator() throws(GeofenceError) -> FenceValidator {
        if let validator { return validator }
        let made = try FenceValidator()
        validator = made
        return made
    }
}
