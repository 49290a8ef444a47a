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
    /// The style in which the app's notifications appear while the person uses a surface.
    ///
    /// It is ``NotificationAlertStyle/none`` if ``allowed`` lacks alerts, and if the person has them delivered quietly.
    public var alertStyle: NotificationAlertStyle

    /// Creates settings; the style is by default the usual one: banners if alerts are allowed.
    public init(
        authorization: Authorization,
        allowed: Set<NotificationAuthorizationOption>,
        alertStyle: NotificationAlertStyle? = nil
    ) {
        self.authorization = authorization
        self.allowed = allowed
        self.alertStyle = alertStyle ?? (allowed.contains(.alert) ? .banner : .none)
    }

    /// The settings of an app that has not asked.
    public static let notDetermined = NotificationSettings(authorization: .notDetermined, allowed: [])

    private enum CodingKeys: CodingKey { case authorization, allowed, alertStyle }

    /// Decodes the wire format; the style may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            authorization: try container.decode(Authorization.self, forKey: .authorization),
            allowed: try container.decode(Set<NotificationAuthorizationOption>.self, forKey: .allowed),
            alertStyle: try container.decodeIfPresent(NotificationAlertStyle.self, forKey: .alertStyle)
        )
    }
}

/// The style in which an app's notifications appear while the person uses a surface; the person chooses it.
public enum NotificationAlertStyle: String, Codable, Hashable, Sendable, CaseIterable {
    /// They are only in the list of notifications.
    case none
    /// As a banner on pages and as a bubble on the desktop, which disappear by themselves.
    case banner
    /// In the middle of pages, and as a bubble that stays, until the person answers or dismisses them.
    case alert
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
    ///
    /// The functions that the compiler makes for types of this module call it too.
    mutating func encode<Option: RawRepresentable<String> & Hashable & Encodable>(
        _ options: Set<Option>,
        forKey key: Key
    ) throws {
        try encode(options.map(\.rawValue).sorted(), forKey: key)
    }
}
