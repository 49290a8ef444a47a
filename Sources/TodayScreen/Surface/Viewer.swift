/// Who looks: the language and time zone of one surface.
package struct Viewer: Codable, Hashable, Sendable {
    /// A BCP 47 tag, such as `en-US`; widgets keep a snapshot per language.
    package var language: String
    /// An IANA name, such as `Europe/Berlin`, in which dates are shown.
    package var zone: String

    /// Describes a surface.
    package init(language: String, zone: String) {
        self.language = language
        self.zone = zone
    }
}
