import CardRendering
package import HostAPI
package import JSON

/// A one-time link.
package struct LinkReport: Report {
    /// The link.
    package var link: OneTimeLink

    /// Reports a link.
    package init(link: OneTimeLink) { self.link = link }

    /// The link's address, made safe for the terminal.
    package var text: String { TerminalText.safe(link.link) }

    /// The link, the screen's address, and for how long the link can be used.
    package var json: JSONValue {
        ["link": .string(link.link), "url": .string(link.url), "seconds": .integer(link.seconds)]
    }
}
