package import JSON

/// What a command found out, for people and for programs.
package protocol Report: Sendable {
    /// For people, without a line end at the end; empty if there is nothing to say.
    var text: String { get }
    /// For programs; its shape is described in Documentation/CommandLine.md and only ever gains members.
    var json: JSONValue { get }
}

extension Console {
    /// Prints a report in the form that was asked for.
    func print(_ report: some Report, asJSON: Bool) {
        if asJSON {
            print(report.json.safeText)
        } else if !report.text.isEmpty {
            print(report.text)
        }
    }
}

extension JSONValue {
    /// The value as JSON text on one line that steers no terminal.
    ///
    /// Control characters and what changes the direction of text are written as escapes, which mean the same to programs.
    package var safeText: String {
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
