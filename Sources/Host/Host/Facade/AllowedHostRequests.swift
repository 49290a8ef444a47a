import HostStorage
import Notifications
import ProcessHost
package import TodayProtocol

/// Asks for what the person has to know before they allow an app a host.
///
/// Fails with `invalid` if the host's name is malformed, and with `notFound` if the app is not installed.
package struct GetHostQuestionRequest: HostRequest {
    /// `HOST` or `HOST:PORT`, without a scheme.
    package var host: String
    package var app: AppID
    /// The language of its name.
    package var language: String

    /// Makes a request.
    package init(_ host: String, for app: AppID, language: String) {
        self.host = host
        self.app = app
        self.language = language
    }

    package func reply(from today: TodayHost) async throws -> HostQuestion {
        try today.components.catalog.question(AllowedHost(host), for: app, language: language)
    }
}

/// The question whether an app may fetch from a host.
package struct HostQuestion: Hashable, Sendable {
    package var app: AppID
    /// Its name in the person's language.
    package var title: String
    /// The host in the form that is stored: `example.com` or `localhost:8080`.
    package var host: String
    /// Whether the person has allowed it already.
    package var isAllowed: Bool

    /// Makes a question.
    package init(app: AppID, title: String, host: String, isAllowed: Bool) {
        self.app = app
        self.title = title
        self.host = host
        self.isAllowed = isAllowed
    }
}

/// Allows an app's processes to fetch from a host, or takes that back.
///
/// It is on disk and in force for running processes when it is answered, and the app's widgets are updated then. Fails with
/// `invalid` if the host's name is malformed, and with `notFound` if one is taken back that was not allowed.
package struct SetAllowedHostRequest: HostRequest {
    /// `HOST` or `HOST:PORT`, without a scheme.
    package var host: String
    /// Whether the app may fetch from it.
    package var isAllowed: Bool
    package var app: AppID

    /// Makes a request.
    package init(_ host: String, _ isAllowed: Bool, for app: AppID) {
        self.host = host
        self.isAllowed = isAllowed
        self.app = app
    }

    package func reply(from today: TodayHost) async throws {
        let host = try AllowedHost(host)
        if app == TopicsApp.id {
            if !isAllowed {
                let allowed = try await today.components.store.durable.read { try $0.topicHosts() }
                try AllowedHostMessage.check(host, of: app, among: allowed)
            }
            try await today.components.store.durable.commit(
                .topicHost(isAllowed ? .allow(host) : .disallow(host)),
                origin: .person
            )
        } else {
            try await today.components.catalog.setAllowedHost(host, isAllowed, of: app)
        }
    }
}
