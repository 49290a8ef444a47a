import CardRendering
package import JSON

/// A notification that was asked for.
package struct PostedReport: Report {
    /// Its identifier.
    package var identifier: String

    /// Reports a notification.
    package init(identifier: String) { self.identifier = identifier }

    /// The identifier, made safe for the terminal.
    package var text: String { TerminalText.safe(identifier) }

    /// The identifier.
    package var json: JSONValue { ["identifier": .string(identifier)] }
}
