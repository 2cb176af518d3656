// SAFETY: the elements are the array's, and nothing else touches it meanwhile.

extension Array {
    /// Sorts the elements from `first` on where they are; sorting a slice of an array copies it.
    mutating func sort(from first: Int, by areInIncreasingOrder: (Element, Element) -> Bool) {
        unsafe withUnsafeMutableBufferPointer { elements in
            var last = unsafe elements[first...]
            unsafe last.sort(by: areInIncreasingOrder)
        }
    }
}
