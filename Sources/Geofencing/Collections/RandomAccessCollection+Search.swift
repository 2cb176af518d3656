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

extension RandomAccessCollection where Element: Comparable {
    /// Whether elements in ascending order have this one among them.
    ///
    /// - Complexity: O(log *n*).
    func containsInOrder(_ element: Element) -> Bool {
        let position = partitioningIndex { $0 >= element }
        return position < endIndex && self[position] == element
    }
}
