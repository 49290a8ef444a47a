package import TodayProtocol

/// Changes what an app's notifications may do.
package enum AuthorizationOperation: Hashable, Sendable {
    /// Notes what an app asks for; what it asked for before stays. `unchanged` if that is nothing new.
    case want(AppID, Set<NotificationAuthorizationOption>)
    /// Notes what the person decides.
    case decide(AppID, NotificationSettings.Authorization, allowed: Set<NotificationAuthorizationOption>)
}
