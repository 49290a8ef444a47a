package import TodayProtocol

/// The body of `PUT /api/settings/notifications/APP`: what the person allows an app.
package struct SetNotificationSettingsRequest: Codable, Hashable, Sendable {
    /// Whether its notifications are shown at all.
    package var authorization: NotificationSettings.Authorization
    /// What is switched on; kept while nothing is shown.
    package var allowed: Set<NotificationAuthorizationOption>

    /// Makes an order.
    package init(
        authorization: NotificationSettings.Authorization,
        allowed: Set<NotificationAuthorizationOption>
    ) {
        self.authorization = authorization
        self.allowed = allowed
    }
}

/// The body of `PUT /api/passcode`.
package struct SetPasscodeRequest: Codable, Hashable, Sendable {
    /// How long a passcode on the wire may be, in bytes.
    package static let limit = 1024

    /// The new passcode; none removes it.
    package var passcode: String?
    /// The present one, if there is one.
    package var current: String?

    /// Makes an order.
    package init(passcode: String?, current: String?) {
        self.passcode = passcode
        self.current = current
    }
}

/// The body of `POST /api/passcode/unlock`.
package struct UnlockRequest: Codable, Hashable, Sendable {
    /// The passcode, at most ``SetPasscodeRequest/limit``.
    package var passcode: String

    /// Makes an order.
    package init(passcode: String) { self.passcode = passcode }
}
