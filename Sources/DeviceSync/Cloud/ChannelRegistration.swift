package import JSON

/// What the cloud is told of an app on this host.
package struct ChannelRegistration: Hashable, Sendable {
    /// Whether the person wants the app's notifications.
    package var isOptedIn: Bool
    /// The IANA name of the person's time zone.
    package var zone: String
    /// The person's language, a BCP 47 tag.
    package var language: String

    /// Describes a registration.
    package init(isOptedIn: Bool, zone: String, language: String) {
        self.isOptedIn = isOptedIn
        self.zone = zone
        self.language = language
    }

    /// The body of the request.
    package var json: JSONValue {
        let parts = language.split(separator: "-")
        var members: [String: JSONValue] = ["opt_in": .bool(isOptedIn), "timezone": .string(zone)]
        if let first = parts.first { members["locale_language"] = .string(String(first)) }
        if let region = parts.dropFirst().last(where: { $0.count == 2 }) {
            members["locale_country"] = .string(region.uppercased())
        }
        return .object(members)
    }
}
