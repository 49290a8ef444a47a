import CardRendering
package import JSON

/// An address that leads out of Today.
package struct ExternalReport: Report {
    /// The address.
    package var url: String

    /// Reports an address.
    package init(url: String) { self.url = url }

    /// The address, made safe for the terminal.
    package var text: String { TerminalText.safe(url) }

    /// The address, under the name `external`.
    package var json: JSONValue { ["external": .string(url)] }
}
