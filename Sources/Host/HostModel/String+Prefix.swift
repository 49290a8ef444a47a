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

extension StringProtocol {
    /// Returns `true` if the text has only letters and digits of ASCII and the given characters.
    package func isPlain(besides others: String) -> Bool {
        utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "a")...UInt8(ascii: "z"): true
            default: others.utf8.contains(byte)
            }
        }
    }
}
