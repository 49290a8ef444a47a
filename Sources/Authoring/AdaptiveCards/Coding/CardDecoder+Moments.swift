import JSON

extension CardDecoder {
    /// Reads a day or a time of day; an invalid one is ignored with a warning.
    mutating func moment(
        _ members: Members,
        _ name: String,
        _ wanted: StaticString,
        _ isMoment: (String) -> Bool
    ) -> String? {
        guard let text = string(members, name), !text.isEmpty else { return nil }
        if isMoment(text) { return text }
        warn("“\(text.shortened)” is no \(wanted); it is ignored.", at: name)
        return nil
    }

    /// Reads the earliest and latest moment that an input accepts; an empty range is ignored with a warning.
    mutating func range(
        _ members: Members,
        _ wanted: StaticString,
        _ isMoment: (String) -> Bool
    ) -> (min: String?, max: String?) {
        let min = moment(members, "min", wanted, isMoment)
        let max = moment(members, "max", wanted, isMoment)
        if let min, let max, min > max {
            warn("“\(max)” comes before “\(min)”; both are ignored.", at: "max")
            return (nil, nil)
        }
        return (min, max)
    }
}

/// Parses texts that consist of groups of digits of a fixed length, such as days and times of day.
enum DigitGroups {
    /// Returns the numbers in a text, or `nil` unless the text consists of exactly these groups.
    ///
    /// Texts with groups of the same lengths compare like the days or times that they name.
    static func numbers(in text: String, of lengths: [Int], separator: Character) -> [Int]? {
        guard text.utf8.count == lengths.reduce(lengths.count - 1, +) else { return nil }
        let groups = text.split(separator: separator, omittingEmptySubsequences: false)
        let areDigits = groups.allSatisfy { group in group.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard areDigits, groups.map(\.utf8.count) == lengths else { return nil }
        return groups.compactMap { Int($0) }
    }
}
