import ArgumentParser

/// A length of time as an argument: `90`, `90s`, `5m`, `1h30m`, `2d`.
package struct TimeSpan: Hashable, Sendable {
    /// The longest one, in seconds: ten years.
    private static let limit = 3650.0 * 86_400
    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

    /// Its length, more than 0.
    package let seconds: Double

    /// Reads the text of an argument: numbers with the units `d`, `h`, `m` and `s`, or seconds without one.
    ///
    /// - Throws: A sentence that says what can be written.
    package init(argument text: String) throws {
        var sum = 0.0
        var digits = ""
        for character in text {
            if character.isASCII, character.isNumber || character == "." {
                digits.append(character)
            } else if let unit = Self.units[character], let number = Double(digits) {
                sum += number * unit
                digits = ""
            } else {
                throw Self.mistake(text)
            }
        }
        if !digits.isEmpty {
            // Without a unit the number stands alone, so that 1h30 is not guessed at.
            guard digits == text, let number = Double(digits) else { throw Self.mistake(text) }
            sum = number
        }
        guard sum > 0, sum <= Self.limit else { throw Self.mistake(text) }
        seconds = sum
    }

    private static func mistake(_ text: String) -> ValidationError {
        ValidationError("write a time such as 90s, 5m, 1h30m or 2d, more than nothing and at most 3650d")
    }
}
