/// Groups of ASCII digits with a fixed number of digits each, as days and times of day are written.
enum DigitGroups {
    /// The numbers in a text; `nil` unless it is exactly such groups.
    ///
    /// Since all groups have their length, such texts are ordered as what they name.
    static func numbers(in text: String, of lengths: [Int], separator: Character) -> [Int]? {
        guard text.utf8.count == lengths.reduce(lengths.count - 1, +) else { return nil }
        let groups = text.split(separator: separator, omittingEmptySubsequences: false)
        let areDigits = groups.allSatisfy { group in group.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard areDigits, groups.map(\.utf8.count) == lengths else { return nil }
        return groups.compactMap { Int($0) }
    }
}
