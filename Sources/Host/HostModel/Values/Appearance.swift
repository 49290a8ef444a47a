/// The appearance of the pages of a host, on all devices of the person.
package struct Appearance: Codable, Hashable, Sendable {
    /// The color of links, of main buttons and of what is chosen.
    package enum Accent: String, Codable, CaseIterable, Sendable { case blue, violet, pink, orange, green, graphite }

    /// The space between and within the cards of the Today screen.
    package enum Density: String, Codable, CaseIterable, Sendable { case comfortable, compact }

    /// The key of the setting in which it is stored.
    package static let key = "screen.appearance"
    /// The appearance until the person chooses another.
    package static let initial = Appearance(accent: .blue, density: .comfortable)

    package var accent: Accent
    package var density: Density

    package init(accent: Accent, density: Density) {
        self.accent = accent
        self.density = density
    }
}
