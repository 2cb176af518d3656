extension RandomAccessCollection {
    /// The first position whose element satisfies `predicate`, which must be false before it and true from it on.
    ///
    /// - Complexity: O(log *n*).
    package func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
        var low = startIndex
        var length = count
        while length > 0 {
            let half = length / 2
            let middle = index(low, offsetBy: half)
            if predicate(self[middle]) {
                length = half
            } else {
                low = index(after: middle)
                length -= half + 1
            }
        }
        return low
    }
}
