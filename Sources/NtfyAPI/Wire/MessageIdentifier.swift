/// The ids of messages and actions: letters and digits.
enum MessageIdentifier {
    /// How many characters the id of a message has.
    static let length = 12

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    /// Makes an id that nobody can guess: twelve characters hold 71 bits.
    static func new(length: Int = Self.length) -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<length).compactMap { _ in alphabet.randomElement(using: &generator) })
    }

    /// Whether a text has the form of a message's id.
    static func isValid(_ text: some StringProtocol) -> Bool {
        text.utf8.count == length && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
