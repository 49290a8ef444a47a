/// The body of a message, made safe when it arrived.
package struct MessageBodyFile: Codable, Hashable, Sendable {
    /// A complete HTML document in UTF-8: no scripts, no forms, nothing from elsewhere.
    ///
    /// Its pictures are named relatively, `images/NAME`; the host has each of them.
    package var html: String
    /// Its text alone, for searching and for the terminal.
    package var text: String

    /// Takes a body.
    package init(html: String, text: String) {
        self.html = html
        self.text = text
    }
}
