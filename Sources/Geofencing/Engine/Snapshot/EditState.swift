/// State that only an edit may read and change.
struct EditState {
    /// The next handle to assign.
    var nextHandle: UInt32
    /// The number of layers of the delta that the current merge includes; `nil` if there is none.
    var layersInMerge: Int?
    /// The slots of devices that edits have changed and that have not been taken yet; `nil` if nobody takes them.
    var edited: Set<UInt32>?
    private var validator: FenceValidator?

    init(nextHandle: UInt32) { self.nextHandle = nextHandle }

    /// Returns the validator that all edits share.
    mutating func sharedValidator() throws(GeofenceError) -> FenceValidator {
        if let validator { return validator }
        let made = try FenceValidator()
        validator = made
        return made
    }
}
