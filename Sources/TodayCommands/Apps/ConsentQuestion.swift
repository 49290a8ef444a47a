import CardRendering

/// Asks the person whether a bundle may have what it asks for.
package struct ConsentQuestion: Sendable {
    /// The app's name.
    package var title: String
    /// What it asks for, a sentence each.
    package var requests: [String]
    /// What of it another app owns, a sentence each.
    package var conflicts: [String]

    /// Takes what the host found.
    package init(title: String, requests: [String], conflicts: [String]) {
        self.title = title
        self.requests = requests
        self.conflicts = conflicts
    }

    /// What the person reads before answering, made safe for the terminal.
    package var text: String {
        var lines = ["\(title) asks for this:"] + requests.map { "  \($0)" }
        if !conflicts.isEmpty {
            lines += ["This belongs to another app, which then shares it:"] + conflicts.map { "  \($0)" }
        }
        return lines.map(TerminalText.safe).joined(separator: "\n")
    }

    /// Asks once.
    ///
    /// - Throws: ``CommandError``: with status `consentNeeded` when nobody can be asked, with `failure` when the
    ///   person does not agree.
    package func ask(on console: Console) throws(CommandError) {
        let title = TerminalText.safe(title)
        console.printError(text)
        guard console.canAsk else {
            throw CommandError(
                "\(title) was not installed: add --yes if you agree to this.",
                status: .consentNeeded
            )
        }
        console.writeError("Install \(title)? [y/N] ")
        let answer = console.readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(answer) else { throw CommandError("\(title) was not installed.") }
    }
}
