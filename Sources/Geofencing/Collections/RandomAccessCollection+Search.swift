extension RandomAccessCollection {
    /// Returns the first position whose element satisfies `predicate`, which must be false for every element before it
    /// and true from it on.
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

    /// Returns the position of the element with the given key, or `nil` if there is none. The elements must be in
    /// ascending order of their keys, and the keys must be unique.
    ///
    /// - Complexity: O(log *n*).
    @inline(__always)
    func position<Key: Comparable>(of key: Key, by ownKey: (Element) -> Key) -> Index? {
        let position = partitioningIndex { ownKey($0) >= key }
        return position < endIndex && ownKey(self[position]) == key ? position : nil
    }
}

extension RandomAccessCollection where Element: Comparable {
    /// Returns whether the collection, whose elements must be in ascending order, contains `element`.
    ///
    /// - Complexity: O(log *n*).
    func containsInOrder(_ element: Element) -> Bool { position(of: element) { $0 } != nil }
}
