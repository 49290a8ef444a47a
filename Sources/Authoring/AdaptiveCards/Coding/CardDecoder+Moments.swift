import JSON

extension CardDecoder {
    /// Reads a day or a time of day; what is none is ignored with a warning.
    mutating func moment(
        _ members: Members,
        _ name: String,
        _ wanted: StaticString,
        _ isMoment: (String) -> Bool
    ) -> String? {
        guard let text = string(members, name), !text.isEmpty else { return nil }
        if isMoment(text) { return text }
        warn("“\(text.prefix(40))” is no \(wanted); it is ignored.", at: name)
        return nil
    }

    /// Reads the earliest and the latest moment that an input takes; a range in which there is none is ignored.
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
