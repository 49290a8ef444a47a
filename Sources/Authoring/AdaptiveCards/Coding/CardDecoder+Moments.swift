import JSON

extension MemberVisitor {
    /// Visits the initial value of an input for moments, and its range; an invalid value or an empty range is ignored.
    mutating func moments(
        _ value: inout String?,
        _ min: inout String?,
        _ max: inout String?,
        _ wanted: StaticString,
        _ isMoment: (String) -> Bool
    ) {
        moment("value", &value, wanted, isMoment)
        moment("min", &min, wanted, isMoment)
        moment("max", &max, wanted, isMoment)
        whileReading { decoder in
            guard let first = min, let last = max, first > last else { return }
            decoder.warn("“\(last)” comes before “\(first)”; both are ignored.", at: "max")
            (min, max) = (nil, nil)
        }
    }

    private mutating func moment(
        _ name: String,
        _ moment: inout String?,
        _ wanted: StaticString,
        _ isMoment: (String) -> Bool
    ) {
        value(name, &moment)
        whileReading { decoder in
            guard let text = moment, text.isEmpty || !isMoment(text) else { return }
            if !text.isEmpty { decoder.warn("“\(text.shortened)” is no \(wanted); it is ignored.", at: name) }
            moment = nil
        }
    }
}

/// Parses texts that consist of groups of digits of a fixed length, such as days and times of day.
enum DigitGroups {
    /// Returns the numbers of exactly these groups, or `nil` for any other text; valid texts compare like their
    /// moments.
    static func numbers(in text: String, of lengths: [Int], separator: Character) -> [Int]? {
        guard text.utf8.count == lengths.reduce(lengths.count - 1, +) else { return nil }
        let groups = text.split(separator: separator, omittingEmptySubsequences: false)
        let areDigits = groups.allSatisfy { group in group.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard areDigits, groups.map(\.utf8.count) == lengths else { return nil }
        return groups.compactMap { Int($0) }
    }
}
