/// What a surface can do, as far as cards may ask for it in `requires`.
package struct HostCapabilities: Hashable, Sendable {
    /// The newest version of the format that is drawn.
    package var formatVersion: CardVersion
    /// Everything else, by name.
    package var versions: [String: CardVersion]

    /// What this project's surfaces can do.
    package static let standard = HostCapabilities()

    /// Names what a surface can do.
    package init(formatVersion: CardVersion = .current, versions: [String: CardVersion] = [:]) {
        self.formatVersion = formatVersion
        self.versions = versions
    }

    /// Whether everything that is required is there.
    ///
    /// A version that is none, such as "5", counts as met, as in other renderers.
    package func meet(_ requirements: [String: String]) -> Bool {
        requirements.allSatisfy { name, text in
            guard let offered = name == "adaptiveCards" ? formatVersion : versions[name] else { return false }
            guard text != "*", let wanted = CardVersion(text) else { return true }
            return offered >= wanted
        }
    }
}
