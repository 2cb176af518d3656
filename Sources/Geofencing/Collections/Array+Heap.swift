/// An array as a binary heap: no element precedes its parent, the one at half its index. A sorted array is a heap.
extension Array {
    /// Moves the first element down to its position; the other elements must already form a heap.
    ///
    /// - Complexity: O(log *n*).
    @inline(__always)
    mutating func sinkFirst(by precedes: (_ one: Element, _ other: Element) -> Bool) {
        guard let first else { return }
        var elements = mutableSpan
        var place = 0
        while 2 * place + 1 < elements.count {
            var child = 2 * place + 1
            if child + 1 < elements.count, precedes(elements[child + 1], elements[child]) { child += 1 }
            guard precedes(elements[child], first) else { break }
            elements[place] = elements[child]
            place = child
        }
        elements[place] = first
    }

    /// Inserts an element into the heap.
    ///
    /// - Complexity: O(log *n*).
    @inline(__always)
    mutating func insert(_ element: Element, by precedes: (_ one: Element, _ other: Element) -> Bool) {
        append(element)
        var elements = mutableSpan
        var place = elements.count - 1
        while place > 0, precedes(element, elements[(place - 1) / 2]) {
            elements[place] = elements[(place - 1) / 2]
            place = (place - 1) / 2
        }
        elements[place] = element
    }

    /// Removes and returns the first element of the heap, which must not be empty.
    ///
    /// - Complexity: O(log *n*).
    @inline(__always)
    mutating func removeFirst(by precedes: (_ one: Element, _ other: Element) -> Bool) -> Element {
        let last = removeLast()
        guard let first else { return last }
        self[0] = last
        sinkFirst(by: precedes)
        return first
    }
}
