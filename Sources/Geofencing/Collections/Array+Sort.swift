// SAFETY: the buffer holds the array's elements, and nothing else accesses the array during the call.

extension Array {
    /// Sorts the elements from `first` on in place; sorting a slice of an array copies it.
    mutating func sort(from first: Int, by areInIncreasingOrder: (Element, Element) -> Bool) {
        unsafe withUnsafeMutableBufferPointer { elements in
            var last = unsafe elements[first...]
            unsafe last.sort(by: areInIncreasingOrder)
        }
    }
}
