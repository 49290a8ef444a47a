import CardRendering
import Host
import HostModel

/// A terminal prompt that asks for consent to the rights that a bundle requests.
struct ConsentPrompt: Sendable {
    /// The request on which the person decides.
    var sheet: ConsentSheet

    /// The text that precedes the question, made safe for the terminal.
    var text: String {
        var lines = [sheet.introduction] + sheet.requests.map { "  \($0)" }
        if !sheet.replaced.isEmpty {
            lines += [sheet.replacementIntroduction] + sheet.replaced.map { "  \($0.english)" }
        }
        if !sheet.conflicts.isEmpty {
            lines += [sheet.conflictsIntroduction] + sheet.conflicts.map { "  \($0.english)" }
        }
        lines += ([sheet.signatureSentence] + sheet.unsupported).map(\.english)
        return lines.map(TerminalText.safe).joined(separator: "\n")
    }

    /// Asks once.
    ///
    /// - Throws: ``CommandError``: with status `consentNeeded` if no person can be asked, with `failure` if the person
    ///   does not agree.
    func ask(on console: Console) throws(CommandError) {
        console.printError(text)
        try console.requireConsent(
            to: TerminalText.safe(sheet.question),
            refusal: "\(TerminalText.safe(sheet.title)) was not installed",
            advice: "add \(sheet.replaced.isEmpty ? "--yes" : "--replace") if you agree to this."
        )
    }
}
