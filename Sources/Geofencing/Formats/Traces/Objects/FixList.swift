/// A list of fixes in an object, as programs answer requests: `{"status": "ok", "positions": […]}`.
enum FixList {
    /// Returns the key of the first list of objects with a time and a place in an object without a place. A list is
    /// left out if the object may name the device of its fixes, which do not name one: the name would be lost.
    ///
    /// - Parameter brace: The offset of the object, which need not be complete.
    static func key(ofObjectAt brace: Int, in scanner: ByteScanner) -> String? {
        let outer = ObjectLevel(path: "", at: brace, in: scanner)
        guard !outer.hasPlace else { return nil }
        let key = scanner.list(ofObjectAt: brace) { brace in
            let fix = ObjectLevel(path: "", at: brace, in: scanner)
            return fix.isFix && (!fix.names.isEmpty || outer.device(scanner) == nil)
        }
        // Errors mention it in a command.
        return outer.members.contains { $0.name == key && $0.path != nil } ? key : nil
    }

    /// Whether an array of objects with a time and a place is at the position.
    static func begins(_ scanner: ByteScanner) -> Bool {
        guard let first = scanner.firstObject(ofArrayAt: scanner.position) else { return false }
        return ObjectLevel(path: "", at: first, in: scanner).isFix
    }

    /// Returns what refuses another list of fixes beside the one of a key, as where the keys are the devices: it would
    /// not be read.
    static func objection(to list: String) -> JSONElements.Objection {
        { key, value, scanner in
            guard let brace = scanner.firstObject(ofArrayAt: value.lowerBound) else { return nil }
            let fix = ObjectLevel(path: "", at: brace, in: scanner)
            return fix.isFix ? .lists(list, scanner.text(in: key), byDevice: fix.names.isEmpty) : nil
        }
    }
}
