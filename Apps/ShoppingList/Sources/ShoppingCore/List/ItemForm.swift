import TodayKit

/// What a person typed to describe an item, and what is wrong with it.
public enum ItemForm {
    /// The id of the input.
    public static let input = "item"
    /// How many characters a title may have.
    public static let titleLimit = 80

    /// Reads what to buy.
    ///
    /// - Parameter inputs: What was typed, by input id.
    /// - Returns: The title, without white space at its ends.
    /// - Throws: `InvalidInputs` with the sentence for the input.
    public static func title(from inputs: [String: String]) throws -> String {
        let title = trim(inputs[input] ?? "")
        if let problem = problem(with: title) { throw InvalidInputs([input: problem]) }
        return title
    }

    /// What is wrong with a title, if anything is.
    static func problem(with title: String) -> String? {
        if title.isEmpty { return Texts.titleMissing }
        if title.count > titleLimit || title.utf8.count > titleLimit * 16 { return Texts.titleTooLong(titleLimit) }
        let isPlain = title.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
            default: true
            }
        }
        return isPlain ? nil : Texts.titleNotPlain
    }

    private static func trim(_ text: String) -> String {
        let part = text.drop(while: \.isWhitespace)
        guard let last = part.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(part[...last])
    }
}
