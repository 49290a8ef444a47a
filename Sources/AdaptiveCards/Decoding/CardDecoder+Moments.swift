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
