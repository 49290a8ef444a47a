import ArgumentParser

extension ArgumentHelp {
    static func value(_ name: String, _ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: name) }

    /// Makes the help of an option for tests, which no help shows.
    static func hidden(_ name: String, _ text: String) -> ArgumentHelp {
        ArgumentHelp(text, valueName: name, visibility: .private)
    }
}

/// Returns the part of a command's help that shows examples.
func examples(_ commands: String...) -> String {
    ([commands.count == 1 ? "EXAMPLE" : "EXAMPLES"] + commands.map { "  \($0)" }).joined(separator: "\n")
}

/// Wraps the parser's help for a terminal.
///
/// The sources wrap discussions at their own width; a terminal is usually narrower. So the lines of a paragraph are
/// joined before they are wrapped. A line that begins with spaces is a paragraph of its own. If it has two columns, as
/// an option with its description or an example with its comment, it is continued below the second.
enum HelpText {
    /// A width at which the parser does not wrap.
    static let unwrapped = 100_000

    /// Wraps a text to lines of at most `width` columns, as far as its words permit.
    static func wrapped(_ text: String, to width: Int) -> String {
        var paragraphs: [Substring] = []
        var canGoOn = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let standsAlone = line.isEmpty || line.first == " " || isHeading(line)
            if canGoOn, !standsAlone, let last = paragraphs.popLast() {
                paragraphs.append("\(last) \(line)")
            } else {
                paragraphs.append(line)
            }
            canGoOn = !standsAlone
        }
        return paragraphs.map { wrap($0, to: width) }.joined(separator: "\n")
    }

    /// Wraps an error of the parser to lines of at most `width` columns; its own line breaks stay.
    ///
    /// If no argument was given, the parser appends the whole help to the error; that part is wrapped as help.
    static func wrappedError(_ text: String, to width: Int) -> String {
        let help = text.firstRange(of: "\n\nOVERVIEW: ")
        let error = text[..<(help?.lowerBound ?? text.endIndex)]
        let lines = error.split(separator: "\n", omittingEmptySubsequences: false).map { wrap($0, to: width) }
        let rest = help.map { wrapped(String(text[$0.lowerBound...]), to: width) } ?? ""
        return lines.joined(separator: "\n") + rest
    }

    /// The labels that the parser puts at the beginning of the lines of an error.
    private static let labels = ["Error: ", "Help: ", "Usage: "]

    /// Returns `true` if a line is a heading of the help, such as `EXAMPLES` or `OPTIONS:`.
    private static func isHeading(_ line: Substring) -> Bool {
        let words = line.drop { $0 == " " }
        return !words.isEmpty && words.allSatisfy { $0.isUppercase || $0 == " " || $0 == ":" }
    }

    private static func wrap(_ line: Substring, to width: Int) -> String {
        guard line.count > width else { return String(line) }
        let indent = String(repeating: " ", count: min(hangingIndent(of: line), width / 2))
        var lines: [String] = []
        var rest = line
        while rest.count > (lines.isEmpty ? width : width - indent.count) {
            let room = lines.isEmpty ? width : width - indent.count
            // A line may be broken at any space that is not part of its indentation.
            let least = lines.isEmpty ? indent.count + 1 : 1
            let head = rest.prefix(room + 1)
            guard let space = head.dropFirst(least).lastIndex(of: " ") ?? rest.dropFirst(least).firstIndex(of: " ")
            else {
                break
            }
            lines.append((lines.isEmpty ? "" : indent) + rest[..<space])
            rest = rest[space...].drop { $0 == " " }
        }
        if !rest.isEmpty { lines.append((lines.isEmpty ? "" : indent) + rest) }
        return lines.joined(separator: "\n")
    }

    /// Returns the column of a line's second part, which two spaces separate from the first; that of the first if there
    /// is no second.
    ///
    /// A label of an error counts as a first part.
    private static func hangingIndent(of line: Substring) -> Int {
        if labels.contains(where: { line.hasPrefix($0) }) { return 7 }
        let first = line.prefix { $0 == " " }.count
        guard first > 0 else { return 0 }
        var spaces = 0
        for (column, character) in line.enumerated().dropFirst(first) {
            if character == " " {
                spaces += 1
            } else {
                if spaces >= 2 { return column }
                spaces = 0
            }
        }
        return first
    }
}
