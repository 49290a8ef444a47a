import TodayKit

/// Validates the input that describes an item.
public enum ItemForm {
    /// The id of the input.
    public static let input = "item"
    /// The largest length of a title in characters.
    public static let titleLimit = 80

    /// Reads the title of an item.
    ///
    /// - Parameters:
    ///   - inputs: The input values by input id.
    ///   - texts: The texts of the surface's language.
    /// - Returns: The title, without white space at its ends.
    /// - Throws: `InvalidInputs` with a message for the input.
    public static func title(from inputs: [String: String], _ texts: Texts) throws -> String {
        let title = trim(inputs[input] ?? "")
        if let problem = problem(with: title, texts) { throw InvalidInputs([input: problem]) }
        return title
    }

    /// Returns `true` if an item may have the title.
    static func isValid(_ title: String) -> Bool { problem(with: title, Texts("en")) == nil }

    /// Returns the mistake in a title, or `nil` if it is valid.
    static func problem(with title: String, _ texts: Texts) -> String? {
        if title.isEmpty { return texts.titleMissing }
        if title.count > titleLimit || title.utf8.count > titleLimit * 16 { return texts.titleTooLong(titleLimit) }
        let isPlain = title.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
            default: true
            }
        }
        return isPlain ? nil : texts.titleNotPlain
    }

    private static func trim(_ text: String) -> String {
        let part = text.drop(while: \.isWhitespace)
        guard let last = part.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(part[...last])
    }
}
