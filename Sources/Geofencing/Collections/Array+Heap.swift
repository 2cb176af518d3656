/// An array as a binary heap: no element precedes its parent, the one at half its index. A sorted array is a heap.
extension Array {
    /// Moves the first element down to its position; the other elements must already form a heap.
    ///
    /// - Complexity: O(log *n*).
    @inline(__always)
    mutating func sinkFirst(by precedes: (_ one: Element, _ other: Element) -> Bool) {
        var place = 0
        while 2 * place + 1 < count {
            var child = 2 * place + 1
            if child + 1 < count, precedes(self[child + 1], self[child]) { child += 1 }
            guard precedes(self[child], self[place]) else { return }
            swapAt(place, child)
            place = child
        }
    }

    /// Inserts an element into the heap.
    ///
    /// - Complexity: O(log *n*).
    @inline(__always)
    mutating func insert(_ element: Element, by precedes: (_ one: Element, _ other: Element) -> Bool) {
        append(element)
        var place = count - 1
        while place > 0, precedes(self[place], self[(place - 1) / 2]) {
            swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Removes and returns the first element of the heap.
    ///
    /// - Complexity: O(log *n*).
    @inline(__always)
    mutating func removeFirst(by precedes: (_ one: Element, _ other: Element) -> Bool) -> Element {
        swapAt(0, count - 1)
        let first = removeLast()
        sinkFirst(by: precedes)
        return first
    }
}
