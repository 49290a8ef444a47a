import CloudStore

/// The value of an attribute, with what tests ask of it: read once, however many terms a selector has.
struct AttributeReading: Sendable {
    /// The value.
    let value: AttributeValue
    /// The value as it is written.
    let text: String
    /// The number that it is, or that its text writes.
    let number: Double?

    /// Reads a value.
    init(_ value: AttributeValue) {
        self.value = value
        text = value.writtenText
        number = value.numberReading
    }

    /// Whether a text is in what the value is written as, by bytes.
    func contains(_ part: String) -> Bool {
        guard part.utf8.count <= text.utf8.count else { return false }
        return SequenceSearch(part.utf8).isIn(text.utf8)
    }
}

/// The attributes of a channel, each read when it is first asked for.
struct AttributeReadings {
    private let attributes: [String: [AttributeValue]]
    private var readings: [String: [AttributeReading]] = [:]

    /// Takes the values by key.
    init(_ attributes: [String: [AttributeValue]]) { self.attributes = attributes }

    /// The values of an attribute.
    mutating func values(of key: String) -> [AttributeReading] {
        if let known = readings[key] { return known }
        let values = attributes[key, default: []].map(AttributeReading.init)
        readings[key] = values
        return values
    }
}
