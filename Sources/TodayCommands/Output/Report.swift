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
