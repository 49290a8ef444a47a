package import TodayProtocol

/// The identifier of one of an app's rights.
///
/// Its text is a word, or a word, a colon and a name: `network`, `group:group.com.example.weather`.
package enum AppRightID: Hashable, Sendable {
    /// To run at all; only removing the app revokes it.
    case program
    case widget(WidgetID)
    /// To fetch from the network (`com.apple.security.network.client`).
    case network
    /// To fetch from one server, as `HOST` or `HOST:PORT`.
    case host(String)
    case group(GroupID)
    case container(String)
    /// To use an access group of the keychain (`keychain-access-groups`).
    case keychain(String)
    /// To have an inbox and receive pushes (`aps-environment`).
    case push
    /// To be started in the background by pushes (`remote-notification` among `UIBackgroundModes`).
    case remoteNotification
    /// To be started in the background by the clock (`fetch` among `UIBackgroundModes`).
    case backgroundFetch
    /// To know where the person is, to about five kilometres (`com.apple.security.personal-information.location`).
    case location
    /// To know the exact location; without ``location`` it has no effect.
    case preciseLocation
    /// To know the load of the computer (`org.today.system-status`).
    case systemStatus
    /// To show images of public servers in cards (`org.today.remote-images`).
    case remoteImages
    case urlScheme(String)
    /// To send notifications, which a running app requests instead of its bundle.
    case notifications
}

extension AppRightID: RawRepresentable, CustomStringConvertible {
    private static let unnamed: [AppRightID] = [
        .program, .network, .push, .remoteNotification, .backgroundFetch, .location, .preciseLocation, .systemStatus,
        .remoteImages, .notifications,
    ]

    package init?(rawValue: String) {
        let name = rawValue.firstIndex(of: ":").map { String(rawValue[$0...].dropFirst()) } ?? ""
        let named: [AppRightID] = [
            .widget(WidgetID(name)), .host(name), .group(GroupID(name)), .container(name), .keychain(name),
            .urlScheme(name),
        ]
        let possible = name.isEmpty ? Self.unnamed : named
        guard let right = possible.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = right
    }

    package var rawValue: String {
        switch self {
        case .program: "program"
        case .widget(let widget): "widget:\(widget)"
        case .network: "network"
        case .host(let host): "host:\(host)"
        case .group(let group): "group:\(group)"
        case .container(let container): "container:\(container)"
        case .keychain(let group): "keychain:\(group)"
        case .push: "push"
        case .remoteNotification: "remote-notification"
        case .backgroundFetch: "fetch"
        case .location: "location"
        case .preciseLocation: "precise-location"
        case .systemStatus: "system-status"
        case .remoteImages: "remote-images"
        case .urlScheme(let scheme): "scheme:\(scheme)"
        case .notifications: "notifications"
        }
    }

    package var description: String { rawValue }
}
