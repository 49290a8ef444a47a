/// Where a link of a card leads on a page.
package struct LinkTarget: Hashable, Sendable {
    /// The address as the page has it.
    package var href: String
    /// Whether the link opens a window of its own, as what leaves the surface should.
    package var opensNewWindow: Bool

    /// Makes a target.
    package init(href: String, opensNewWindow: Bool) {
        self.href = href
        self.opensNewWindow = opensNewWindow
    }
}
