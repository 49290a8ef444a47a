import TodayKit

/// The numbers and texts of a provider's answer: strict about their types, lenient about what is missing.
struct ResponseFields {
    /// A field has another type than the provider promises.
    struct Malformed: Error, Hashable {
        var field: String
    }

    private let members: [String: JSONValue]

    /// Takes an object.
    ///
    /// - Throws: ``Malformed`` for anything else.
    init(_ json: JSONValue?, _ field: String) throws(Malformed) {
        guard let members = json?.objectValue else { throw Malformed(field: field) }
        self.members = members
    }

    /// A number within a range.
    ///
    /// - Returns: `nil` if it is missing, `null`, one of the numbers around -999 that mean the same, or implausible.
    /// - Throws: ``Malformed`` if it is no number.
    func number(_ field: String, in range: ClosedRange<Double>) throws(Malformed) -> Double? {
        guard let json = members[field], !json.isNull else { return nil }
        guard let number = json.numberValue else { throw Malformed(field: field) }
        return range.contains(number) ? number : nil
    }

    /// A text of at most 80 characters on one line.
    ///
    /// - Returns: `nil` if it is missing, `null`, empty or too long.
    /// - Throws: ``Malformed`` if it is no text.
    func text(_ field: String) throws(Malformed) -> String? {
        guard let json = members[field], !json.isNull else { return nil }
        guard let text = json.stringValue else { throw Malformed(field: field) }
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return isPlain && (1...80).contains(text.count) ? text : nil
    }
}

/// What numbers can be, in the units of both providers; what is outside means that the number is missing.
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
