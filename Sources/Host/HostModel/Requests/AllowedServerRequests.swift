package import TodayProtocol

/// Asks for the question to show before the person allows an app to fetch from a server.
///
/// Fails with `invalid` if the server's name is malformed, and with `notFound` if the app is not installed.
package struct GetServerQuestionRequest: HostRequest {
    package typealias Reply = ServerQuestion

    /// `HOST` or `HOST:PORT`, without a scheme.
    package var host: String
    package var app: AppID
    package var language: String

    package init(_ host: String, for app: AppID, language: String) {
        self.host = host
        self.app = app
        self.language = language
    }
}

/// The question whether an app may fetch from a server.
package struct ServerQuestion: Hashable, Sendable {
    package var app: AppID
    package var title: String
    /// The server in the form that is stored: `example.com` or `localhost:8080`.
    package var host: String
    package var isAllowed: Bool

    package init(app: AppID, title: String, host: String, isAllowed: Bool) {
        self.app = app
        self.title = title
        self.host = host
        self.isAllowed = isAllowed
    }
}

/// Allows an app's processes to fetch from a server, or disallows it.
///
/// When the reply comes, the change is on disk and in force for running processes, and the app's widgets are being
/// updated. Fails with `invalid` if the server's name is malformed, and with `notFound` if the server to disallow was
/// not allowed.
package struct SetAllowedServerRequest: HostRequest, RoutedRequest {
    package static let routes = Route.pair("apps/:app/hosts/:host", setting: "isAllowed")

    /// `HOST` or `HOST:PORT`, without a scheme.
    package var host: String
    package var isAllowed: Bool
    package var app: AppID

    package init(_ host: String, _ isAllowed: Bool, for app: AppID) {
        self.host = host
        self.isAllowed = isAllowed
        self.app = app
    }
}
