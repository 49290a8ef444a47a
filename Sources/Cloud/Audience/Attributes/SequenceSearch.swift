/// Looks for a part in sequences, in time that is linear in both however they are made (Knuth, Morris and Pratt, "Fast
/// pattern matching in strings", 1977).
package struct SequenceSearch<Element: Equatable> {
    private let part: [Element]
    /// For each element of the part: how long the longest beginning of the part is that also ends there.
    private let borders: [Int]

    /// Prepares to look for a part.
    package init(_ part: some Sequence<Element>) {
        let part = Array(part)
        var borders = part.isEmpty ? [] : [0]
        borders.reserveCapacity(part.count)
        var length = 0
        for element in part.dropFirst() {
            while length > 0, part[length] != element { length = borders[length - 1] }
            if part[length] == element { length += 1 }
            borders.append(length)
        }
        self.part = part
        self.borders = borders
    }

    /// Whether the part is in a sequence; an empty one is in every sequence.
    package func isIn(_ sequence: some Sequence<Element>) -> Bool {
        guard !part.isEmpty else { return true }
        var length = 0
        for element in sequence {
            while length > 0, part[length] != element { length = borders[length - 1] }
            if part[length] == element { length += 1 }
            if length == part.count { return true }
        }
        return false
    }
}
