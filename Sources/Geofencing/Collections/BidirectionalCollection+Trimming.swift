extension BidirectionalCollection {
    /// What is left without the elements at either end that are of a sort.
    func trimming(while isLeftOut: (Element) -> Bool) -> SubSequence {
        let rest = drop(while: isLeftOut)
        guard let end = rest.lastIndex(where: { !isLeftOut($0) }) else { return rest.prefix(0) }
        return rest[...end]
    }
}
