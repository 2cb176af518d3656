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

    /// The position of the element with a key, of elements in ascending order of keys that each come once; `nil` where there is none.
    ///
    /// - Complexity: O(log *n*).
    @inline(__always)
    func position<Key: Comparable>(of key: Key, by ownKey: (Element) -> Key) -> Index? {
        let position = partitioningIndex { ownKey($0) >= key }
        return position < endIndex && ownKey(self[position]) == key ? position : nil
    }
}

extension RandomAccessCollection where Element: Comparable {
    /// Whether elements in ascending order have this one among them.
    ///
    /// - Complexity: O(log *n*).
    func containsInOrder(_ element: Element) -> Bool { position(of: element) { $0 } != nil }
}
