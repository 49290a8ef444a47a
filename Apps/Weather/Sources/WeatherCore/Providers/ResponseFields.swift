import TodayKit

/// The fields of a provider's response: strict about their types, lenient about missing ones.
struct ResponseFields {
    /// A field has another type than the provider documents.
    struct Malformed: Error, Hashable {
        var field: String
    }

    private let members: [String: JSONValue]

    /// Creates the fields of an object.
    ///
    /// - Throws: ``Malformed`` if the value is not an object.
    init(_ json: JSONValue?, _ field: String) throws(Malformed) {
        guard let members = json?.objectValue else { throw Malformed(field: field) }
        self.members = members
    }

    /// Returns a number within a range.
    ///
    /// - Returns: The number, or `nil` if it is missing, `null`, out of range or about -999, which providers use for
    ///   missing values.
    /// - Throws: ``Malformed`` if it is not a number.
    func number(_ field: String, in range: ClosedRange<Double>) throws(Malformed) -> Double? {
        guard let json = members[field], !json.isNull else { return nil }
        guard let number = json.numberValue else { throw Malformed(field: field) }
        return range.contains(number) ? number : nil
    }

    /// Returns a text of at most 80 characters on one line.
    ///
    /// - Returns: The text, or `nil` if it is missing, `null`, empty or too long.
    /// - Throws: ``Malformed`` if it is not a text.
    func text(_ field: String) throws(Malformed) -> String? {
        guard let json = members[field], !json.isNull else { return nil }
        guard let text = json.stringValue else { throw Malformed(field: field) }
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return isPlain && (1...80).contains(text.count) ? text : nil
    }
}

/// The plausible ranges of numbers, in the units of both providers; a number outside counts as missing.
enum Plausible {
    static let temperature = -150.0...200.0
    static let fraction = 0.0...1.0
    static let percent = 0.0...100.0
    static let precipitation = 0.0...1000.0
    static let speed = 0.0...500.0
    static let direction = 0.0...360.0
    static let pressure = 500.0...1200.0
    static let distance = 0.0...2_000_000.0
}
