extension String {
    /// The beginning of the text: as many whole Unicode scalars as fit into a number of bytes.
    ///
    /// A limit in characters would be none, since one character may consist of any number of scalars.
    func prefix(utf8Count: Int) -> String {
        guard utf8.count > utf8Count else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: utf8Count)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
