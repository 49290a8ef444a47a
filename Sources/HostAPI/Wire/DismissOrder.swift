package import HostStore
package import TodayProtocol

/// The body of `POST /api/notifications/dismiss`.
package enum DismissOrder: Codable, Hashable, Sendable {
    /// How many notifications one order may name.
    package static let limit = 1000

    /// These; those that are gone are passed over. At most ``limit``.
    case notifications(ids: [DeliveredID])
    /// All of an app.
    case app(id: AppID)
    /// All.
    case all
}
