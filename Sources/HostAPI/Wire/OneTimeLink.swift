/// A link that signs a browser in, once: the answer of `POST /api/links`.
package struct OneTimeLink: Codable, Hashable, Sendable {
    /// The address to open in a browser, or to follow with a plain GET.
    package var link: String
    /// The address of the Today screen, without a slash at the end.
    package var url: String
    /// For how many seconds the link can be used.
    package var seconds: Int

    /// Describes a link.
    package init(link: String, url: String, seconds: Int) {
        self.link = link
        self.url = url
        self.seconds = seconds
    }
}
