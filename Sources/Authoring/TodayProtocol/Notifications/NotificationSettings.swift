/// The settings of an app's notifications.
public struct NotificationSettings: Codable, Hashable, Sendable {
    /// The person's answer to the app's request for authorization.
    public enum Authorization: String, Codable, Hashable, Sendable {
        /// The app has not asked, or the person has not answered yet.
        case notDetermined
        /// The person denied or revoked it.
        case denied
        /// The person granted it.
        case authorized
    }

    /// The person's answer.
    public var authorization: Authorization
    /// The options that are in force; empty unless authorized.
    public var allowed: Set<NotificationAuthorizationOption>

    /// Creates settings.
    public init(authorization: Authorization, allowed: Set<NotificationAuthorizationOption>) {
        self.authorization = authorization
        self.allowed = allowed
    }

    /// The settings of an app that has not asked.
    public static let notDetermined = NotificationSettings(authorization: .notDetermined, allowed: [])

    private enum CodingKeys: CodingKey { case authorization, allowed }

    /// Encodes the options in a fixed order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(authorization, forKey: .authorization)
        try container.encode(options: allowed, forKey: .allowed)
    }
}

/// A way in which an app may ask for attention.
public enum NotificationAuthorizationOption: String, Codable, Hashable, Sendable, CaseIterable {
    /// The app's notifications are shown.
    case alert
    /// The app's notifications play sounds.
    case sound
    /// The app's icon has a badge.
    case badge
}

extension KeyedEncodingContainer {
    /// Encodes a set of options as an array, ordered by name, so that equal sets have equal encodings.
    mutating func encode<Option: RawRepresentable & Hashable>(
        options: Set<Option>,
        forKey key: Key
    ) throws where Option.RawValue == String {
        try encode(options.map(\.rawValue).sorted(), forKey: key)
    }
}
