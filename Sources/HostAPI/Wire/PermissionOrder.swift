package import TodayProtocol

/// The body of `PUT /api/settings/notifications/APP`: what the person allows an app.
package struct PermissionOrder: Codable, Hashable, Sendable {
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
