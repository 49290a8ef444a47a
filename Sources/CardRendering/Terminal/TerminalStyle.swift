import AdaptiveCards

/// How a piece of text looks in a terminal.
struct TerminalStyle: Hashable {
    var isBold = false
    var isItalic = false
    var isDim = false
    var color = TextColor.default

    static let plain = TerminalStyle()

    /// The sequence that turns the style on, empty for plain text.
    var sequence: String {
        var codes: [String] = []
        if isBold { codes.append("1") }
        if isDim { codes.append("2") }
        if isItalic { codes.append("3") }
        switch color {
        case .default: break
        case .dark: codes.append("90")
        case .light: codes.append("97")
        case .accent: codes.append("36")
        case .good: codes.append("32")
        case .warning: codes.append("33")
        case .attention: codes.append("31")
        }
        return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}
