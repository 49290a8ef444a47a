import AsyncPrimitives
package import FoundationEssentials
import SQLStore

/// The account that sends pushes of an app to iPhones and iPads: the developer's key, and the server.
package struct APNsAccount: Hashable, Sendable {
    /// The type of the channels that it reaches.
    package static let channelType = "ios"

    /// The private key, a text in PEM form.
    package var privateKey: String
    package var keyID: String
    package var teamID: String
    /// The bundle identifier of the app on iOS.
    package var topic: String
    package var host: String
    package var port: Int
    /// The certificate authorities to trust for the server, in PEM form; `nil` for those of the system.
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

    init(_ row: SQLRow) {
        privateKey = row["privateKey"]
        keyID = row["keyID"]
        teamID = row["teamID"]
        topic = row["topic"]
        host = row["host"]
        port = row["port"]
        authorities = row["authorities"]
    }
}

/// The webhook that receives pushes for open channels of a platform; its server has the operator's trust.
package struct Webhook: Hashable, Sendable {
    package var url: String
    /// The secret that signs requests, `whsec_` with base64 (Standard Webhooks).
    package var secret: String
    /// The certificate authorities to trust for the server, in PEM form; `nil` for those of the system.
    package var authorities: String?
    /// `true` if the server may be on this machine; otherwise it must have a public address.
    package var allowsLoopback: Bool

    package init(url: String, secret: String, authorities: String? = nil, allowsLoopback: Bool = false) {
        self.url = url
        self.secret = secret
        self.authorities = authorities
        self.allowsLoopback = allowsLoopback
    }

    init(_ row: SQLRow) {
        url = row["url"]
        secret = row["secret"]
        authorities = row["authorities"]
        allowsLoopback = row["allowsLoopback"]
    }
}

/// The destination of pushes for one type of an app's channels, with the state of its deliveries.
package struct OutboxAccount: Hashable, Sendable {
    package struct Key: Hashable, Sendable {
        package let app: AppNumber
        /// The type of the channels: `ios`, or `open::NAME`.
        package let type: String

        package init(app: AppNumber, type: String) {
            self.app = app
            self.type = type
        }
    }

    package enum Destination: Hashable, Sendable {
        case apns(APNsAccount)
        case webhook(Webhook)
    }

    package let key: Key
    /// The app's bundle identifier in this cloud.
    package let appName: String
    /// The app key, by which senders name the app.
    package let appKey: String
    package let destination: Destination
    /// A number that changes whenever the destination does.
    package let version: Int64
    /// The reason of the last refusal of all notifications; `nil` if the last attempt was not refused.
    package let failure: String?
    /// The number of consecutive refusals of all notifications.
    package let failures: Int
    /// The time before which nothing is sent.
    package let retry: Date
    /// The time at which the first waiting notification is due; `nil` if none waits.
    package let next: Date?

    /// The longest pause between two attempts, of a notification or of a refused account, in seconds.
    package static let longestPause = 3600.0

    /// The pause after the next refusal, in seconds: 5 at first, then doubled each time.
    var pause: Double {
        var backoff = Backoff(first: .seconds(5), longest: .seconds(Self.longestPause), attempts: failures)
        return backoff.next() / .seconds(1)
    }

    /// Returns the time at which something is due, or `nil`; one beyond ``longestPause`` is now: the clock was set
    /// back.
    package func due(at now: Date) -> Date? {
        func present(_ date: Date) -> Date { date > Self.latest(at: now) ? now : date }
        return next.map { max(present($0), present(retry)) }
    }

    package func isDue(at date: Date) -> Bool { due(at: date).map { $0 <= date } ?? false }

    /// Returns the latest possible end of a pause that begins now.
    static func latest(at now: Date) -> Date { now.addingTimeInterval(longestPause + 1) }
}
