package import JSON

/// A one-time link.
package struct LinkReport: Report {
    /// The link.
    package var link: String

    /// Reports a link.
    package init(link: String) { self.link = link }

    /// The link.
    package var text: String { link }

    /// The link, under the name `link`.
    package var json: JSONValue { ["link": .string(link)] }
}
