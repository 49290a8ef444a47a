extension String {
    /// Returns the beginning of the text, with as many whole Unicode scalars as fit into a number of bytes.
    ///
    /// A limit in characters would not bound the size, because a character may have any number of scalars.
    package func prefix(utf8Count: Int) -> String {
        guard utf8.count > utf8Count else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: utf8Count)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
