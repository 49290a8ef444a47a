/// What the person allows an app now.
public struct NotificationSettings: Codable, Hashable, Sendable {
    /// What the person said when the app asked.
    public enum Authorization: String, Codable, Hashable, Sendable {
        /// The app has not asked, or the person has not answered yet.
        case notDetermined
        /// The person said no, or took it back.
        case denied
        /// The person said yes.
        case authorized
    }

    /// What the person said.
    public var authorization: Authorization
    /// The ways that are in force; none unless authorized.
    public var allowed: Set<NotificationAuthorizationOption>

    /// Describes settings.
    public init(authorization: Authorization, allowed: Set<NotificationAuthorizationOption>) {
        self.authorization = authorization
        self.allowed = allowed
    }

    /// The settings of an app that has not asked.
    public static let notDetermined = NotificationSettings(authorization: .notDetermined, allowed: [])

    private enum CodingKeys: CodingKey { case authorization, allowed }

    /// Writes the form on the wire, the ways in order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(authorization, forKey: .authorization)
        try container.encode(options: allowed, forKey: .allowed)
    }
}

/// One of the ways in which an app may ask for attention.
public enum NotificationAuthorizationOption: String, Codable, Hashable, Sendable, CaseIterable {
    /// Its notifications are shown.
    case alert
    /// Its notifications make sounds.
    case sound
    /// Its icon has a number.
    case badge
}

extension KeyedEncodingContainer {
    /// Writes a set of named options as an array, in the order of the names, so that equal sets are equal text.
    mutating func encode<Option: RawRepresentable & Hashable>(
        options: Set<Option>,
        forKey key: Key
    ) throws where Option.RawValue == String {
        try encode(options.map(\.rawValue).sorted(), forKey: key)
    }
}
