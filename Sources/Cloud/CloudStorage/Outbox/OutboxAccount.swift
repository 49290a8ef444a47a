import AsyncPrimitives
package import FoundationEssentials

/// How pushes of an app reach its iPhones and iPads: the key of the developer's account, and the server.
package struct APNsAccount: Hashable, Sendable {
    /// The type of the channels that it reaches.
    package static let channelType = "ios"

    /// The private key, a text in PEM form.
    package var privateKey: String
    /// The id of the key.
    package var keyID: String
    /// The id of the team.
    package var teamID: String
    /// The bundle identifier of the app on iOS.
    package var topic: String
    /// The server's name or address.
    package var host: String
    package var port: Int
    /// The certificates of the authorities that may vouch for the server, in PEM form; `nil` for those of the system.
    package var authorities: String?

    package init(
        privateKey: String,
        keyID: String,
        teamID: String,
        topic: String,
        host: String,
        port: Int,
        authorities: String? = nil
    ) {
        self.privateKey = privateKey
        self.keyID = keyID
        self.teamID = teamID
        self.topic = topic
        self.host = host
        self.port = port
        self.authorities = authorities
    }
}

/// How pushes of an app reach the open channels of a platform: the address of a server that the operator trusts with them.
package struct Webhook: Hashable, Sendable {
    /// The address that pushes are posted to.
    package var url: String
    /// The secret that signs them, `whsec_` with base64 (Standard Webhooks).
    package var secret: String
    /// The certificates of the authorities that may vouch for the server, in PEM form; `nil` for those of the system.
    package var authorities: String?
    /// Whether the server may be on this machine; otherwise it must have a public address.
    package var allowsLoopback: Bool

    package init(url: String, secret: String, authorities: String? = nil, allowsLoopback: Bool = false) {
        self.url = url
        self.secret = secret
        self.authorities = authorities
        self.allowsLoopback = allowsLoopback
    }
}

/// Where pushes for one type of an app's channels are sent, and what waits to be sent there.
package struct OutboxAccount: Hashable, Sendable {
    /// What identifies an account.
    package struct Key: Hashable, Sendable {
        package let app: AppNumber
        /// The type of the channels: `ios`, or `open::NAME`.
        package let type: String

        package init(app: AppNumber, type: String) {
            self.app = app
            self.type = type
        }
    }

    /// The service that takes the pushes.
    package enum Destination: Hashable, Sendable {
        case apns(APNsAccount)
        case webhook(Webhook)
    }

    package let key: Key
    /// The app's bundle identifier in this cloud.
    package let appName: String
    /// The key with which senders name the app.
    package let appKey: String
    package let destination: Destination
    /// Changes whenever the destination does.
    package let version: Int64
    /// Why the destination refused everything the last time; `nil` if it did not.
    package let failure: String?
    /// How many times in a row the destination has refused everything.
    package let failures: Int
    /// Nothing is sent before this date.
    package let retry: Date
    /// When the first notification that waits is due; `nil` if none waits.
    package let next: Date?

    /// The longest pause between two attempts, of a notification or of a refused account, in seconds.
    package static let longestPause = 3600.0

    /// How long nothing is sent after another refusal, in seconds: at first 5, and each time twice as long.
    var pause: Double {
        var backoff = Backoff(first: .seconds(5), longest: .seconds(Self.longestPause), attempts: failures)
        return backoff.next() / .seconds(1)
    }

    /// When something is to be sent; `nil` if nothing waits.
    ///
    /// No pause is longer than ``longestPause``: a date beyond that was set by a clock that was set back since, and means now.
    package func due(at now: Date) -> Date? {
        func present(_ date: Date) -> Date { date > Self.latest(at: now) ? now : date }
        return next.map { max(present($0), present(retry)) }
    }

    /// Whether something is to be sent at a date.
    package func isDue(at date: Date) -> Bool { due(at: date).map { $0 <= date } ?? false }

    /// The latest date to which a pause that begins now may last.
    static func latest(at now: Date) -> Date { now.addingTimeInterval(longestPause + 1) }
}
