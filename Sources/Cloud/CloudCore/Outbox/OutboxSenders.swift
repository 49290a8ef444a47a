import APNs
import CloudStorage
import Foundation
import Logging
import Synchronization

/// The outcome of sending a notification to a destination.
enum OutboxAnswer: Hashable, Sendable {
    case accepted
    /// The channel no longer exists, unless it was registered again after `since`.
    case unregistered(reason: String, since: Date?)
    /// It was not accepted this time and is sent again, not before `after` has passed if the destination named a delay.
    case retry(after: Duration?, reason: String)
    /// The destination refuses every notification until the account is corrected.
    case misconfigured(reason: String)
    /// The destination refuses this notification permanently.
    case refused(reason: String)

    init(_ outcome: APNsOutcome) {
        self =
            switch outcome {
            case .accepted: .accepted
            case .unregistered(let reason, let since): .unregistered(reason: reason, since: since)
            case .retry(let reason): .retry(after: nil, reason: reason)
            case .misconfigured(let reason): .misconfigured(reason: reason)
            case .refused(let reason): .refused(reason: reason)
            }
    }
}

/// Sends to the destination of one account over persistent connections.
enum OutboxSender: Sendable {
    case apns(APNsSender, topic: String)
    case webhook(WebhookSender)

    /// Makes the sender of an account; ``CloudError`` `invalid` if it cannot be used.
    init(_ account: OutboxAccount, now: @escaping @Sendable () -> Date, logger: Logger) throws(CloudError) {
        switch account.destination {
        case .apns(let apns):
            let app = account.appKey
            let sender = APNsSender(credentials: try apns.credentials, server: try apns.server, now: now) { cause in
                logger.notice("APNs cannot be reached", metadata: ["key": "\(app)", "error": "\(cause)"])
            }
            self = .apns(sender, topic: apns.topic)
        case .webhook(let webhook):
            self = .webhook(try WebhookSender(webhook, appKey: account.appKey, logger: logger))
        }
    }

    /// Sends a notification once; throws only `CancellationError`, or an error of the Crypto module.
    func send(_ delivery: OutboxDelivery, at date: Date) async throws -> OutboxAnswer {
        switch self {
        case .webhook(let sender): return try await sender.send(delivery, at: date)
        case .apns(let sender, let topic):
            do {
                let notification = try APNsNotificationBuilder.notification(delivery, topic: topic)
                return OutboxAnswer(try await sender.send(notification, to: delivery.address))
            } catch let error as APNsError where error.code == .invalidDeviceToken {
                return .unregistered(reason: "BadDeviceToken", since: nil)
            } catch let error as APNsError {
                return .refused(reason: error.message)
            }
        }
    }

    func shutdown() async throws {
        switch self {
        case .apns(let sender, _): try await sender.shutdown()
        case .webhook(let sender): try await sender.shutdown()
        }
    }
}

/// The senders of the accounts, each with its connections.
final class OutboxSenders: Sendable {
    private struct Entry {
        var version: Int64
        var sender: OutboxSender
    }

    private let entries = Mutex<[OutboxAccount.Key: Entry]>([:])
    private let now: @Sendable () -> Date
    private let logger: Logger

    init(now: @escaping @Sendable () -> Date, logger: Logger) {
        self.now = now
        self.logger = logger
    }

    /// Returns the sender of an account, and closes that of an earlier version; no notification of it may be in flight.
    ///
    /// - Throws: ``CloudError`` with code `invalid` if the account cannot be used.
    func sender(of account: OutboxAccount) async throws -> OutboxSender {
        if let entry = entries.withLock({ $0[account.key] }) {
            if entry.version == account.version { return entry.sender }
            entries.withLock { $0[account.key] = nil }
            try? await entry.sender.shutdown()  // It fails only if a connection is closed already.
        }
        let sender = try OutboxSender(account, now: now, logger: logger)
        entries.withLock { $0[account.key] = Entry(version: account.version, sender: sender) }
        return sender
    }

    func shutdown() async {
        let senders = entries.withLock { entries in
            defer { entries = [:] }
            return entries.values.map(\.sender)
        }
        for sender in senders { try? await sender.shutdown() }
    }
}

extension APNsAccount {
    fileprivate var credentials: APNsCredentials {
        get throws(CloudError) {
            do { return try APNsCredentials(privateKey: privateKey, keyID: keyID, teamID: teamID) } catch {
                throw CloudError(.invalid, error.message)
            }
        }
    }

    fileprivate var server: APNsServer {
        get throws(CloudError) {
            do { return try APNsServer(host: host, port: port, authorities: authorities) } catch {
                throw CloudError(.invalid, error.message)
            }
        }
    }

    /// Checks that the account can be used, without contacting APNs; the error names the mistake.
    package func check() throws(CloudError) {
        _ = try credentials
        _ = try server
        guard !topic.isEmpty, topic.utf8.count <= 255, topic.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CloudError(.invalid, "The topic is the bundle identifier of the app, such as org.example.News.")
        }
    }
}
