extension BidirectionalCollection {
    /// Returns the collection without the leading and trailing elements that satisfy the predicate.
    func trimming(while isLeftOut: (Element) -> Bool) -> SubSequence {
        let rest = drop(while: isLeftOut)
        guard let end = rest.lastIndex(where: { !isLeftOut($0) }) else { return rest.prefix(0) }
        return rest[...end]
    }
}
