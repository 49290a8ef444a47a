/// Makes the texts of apps fit for bubbles.
enum BubbleText {
    /// A text on one line, without control characters; a longer one ends in an ellipsis.
    static func line(_ text: String, limit: Int) -> String {
        clip(clean(text, keepsLines: false), limit)
    }

    /// A text with its line breaks, without other control characters; a longer one ends in an ellipsis.
    static func paragraph(_ text: String, limit: Int) -> String {
        clip(clean(text, keepsLines: true), limit)
    }

    /// The same text where markup is read.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static func clean(_ text: String, keepsLines: Bool) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": continue
            case "\n" where keepsLines: scalars.append(scalar)
            case "\n", "\t": scalars.append(" ")
            default: if scalar.properties.generalCategory != .control { scalars.append(scalar) }
            }
        }
        return String(scalars)
    }

    private static func clip(_ text: String, _ limit: Int) -> String {
        text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }
}
