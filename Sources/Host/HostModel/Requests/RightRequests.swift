package import TodayProtocol

/// Asks for the rights of an app, granted and revoked; fails with `notFound` if the app is not installed.
package struct GetAppRightsRequest: HostRequest, RoutedRequest {
    package typealias Reply = AppRightsDescription

    package static let routes = [Route(.get, "apps/:app/rights")]

    package var app: AppID
    package var language: String

    package init(of app: AppID, language: String) {
        self.app = app
        self.language = language
    }
}

/// Revokes a right of an app, or restores one that the person once agreed to.
///
/// When the reply comes, the change is on disk and in force for running processes. Fails with `notFound` if the app is
/// not installed or has no such right, and with `invalid` for the right to run at all, which only removing the app
/// revokes.
package struct SetAppRightRequest: HostRequest, RoutedRequest {
    package static let routes = Route.pair("apps/:app/rights/:right", setting: "isGranted")

    /// The right's identifier, as in ``AppRightsDescription``.
    package var right: String
    package var isGranted: Bool
    package var app: AppID

    package init(_ right: String, _ isGranted: Bool, of app: AppID) {
        self.right = right
        self.isGranted = isGranted
        self.app = app
    }
}
