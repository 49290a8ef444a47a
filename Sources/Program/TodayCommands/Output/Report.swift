import JSON

/// The result of a command, as text for people and as JSON for programs.
protocol Report: Sendable {
    /// The text for people, without a trailing line break; empty if there is nothing to print.
    var text: String { get }
    /// The JSON for programs. Documentation/CommandLine.md describes it; later versions only add members.
    var json: JSONValue { get }
}

extension Console {
    /// Prints a report in one of its two forms.
    func print(_ report: some Report, asJSON: Bool) {
        if asJSON {
            print(report.json.safeText)
        } else if !report.text.isEmpty {
            print(report.text)
        }
    }
}

extension JSONValue {
    /// The value as JSON text on one line that is safe for a terminal.
    ///
    /// Control characters and characters that change the writing direction are escaped, which does not change their
    /// meaning.
    var safeText: String {
        var result = ""
        let text = jsonText
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
