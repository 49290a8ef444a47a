import CloudCore
package import CloudKitAPI
package import CloudStorage
import Foundation
import HTTPServing
package import JSON
import NATS
import NetworkAddresses

/// The state of a cloud, opened for an operator's command; the cloud may be running.
package struct CloudAdministration {
    private let folder: CloudFolder
    package let store: CloudStore

    /// Opens the state in an existing folder, or in a PostgreSQL database, for a closure, and calls `begins` if there is no cloud in it yet; errors
    /// of the cloud become ``CloudOperationError``.
    package static func with<Value>(
        _ stateDirectory: String,
        database: String?,
        begins: () -> Void,
        _ body: (CloudAdministration) async throws -> Value
    ) async throws -> Value {
        try await CloudOperationError.translating {
            let folder = try CloudFolder(path: stateDirectory + "/cloud")
            if database == nil, !FileManager.default.fileExists(atPath: folder.databasePath) { begins() }
            let store = try CloudStore(in: folder, database: database)
            do {
                let value = try await body(CloudAdministration(folder: folder, store: store))
                await store.close()
                return value
            } catch {
                await store.close()
                throw error
            }
        }
    }
}

extension CloudAdministration {
    /// Returns the process of the cloud that runs on a state folder.
    package static func process(_ stateDirectory: String) throws -> Int32 {
        guard let process = try CloudFolder(path: stateDirectory + "/cloud").process else {
            throw CloudOperationError("No cloud runs on \(stateDirectory); name its folder with --state.")
        }
        return process
    }

    /// Copies the cloud in a state folder, which must not run, into a PostgreSQL database that has none.
    ///
    /// `report` gets the name of each table, and the number of its rows that were copied or, in the end, compared.
    package static func move(
        _ stateDirectory: String,
        to address: String,
        report: (_ table: String, _ rows: Int, _ isCompared: Bool) -> Void
    ) async throws {
        try await CloudOperationError.translating {
            let folder = try CloudFolder(path: stateDirectory + "/cloud")
            guard FileManager.default.fileExists(atPath: folder.databasePath) else {
                throw CloudOperationError("There is no cloud in \(stateDirectory); name its folder with --state.")
            }
            try folder.lock()
            defer { folder.unlock() }
            try await CloudStore.move(folder, to: address, report: report)
        }
    }

    /// Returns the keys of all apps, each an object with `app`, `app_key`, `app_secret` and `master_secret`; makes keys
    /// for `app` first if it has none.
    package func keys(adding app: String?) async throws -> [JSONValue] {
        let ring = KeyRing(folder: folder, store: store)
        if let app { _ = try await ring.add(app: app) }
        return try await ring.prepare().map(\.json)
    }

    /// Makes a token with which one host may join as a person, for a number of seconds.
    package func makeJoinToken(for person: String, lifetime: Int) async throws -> String {
        try await JoinTokenIssuer(store: store).make(person: person, lifetime: lifetime)
    }

    /// Makes a token that authenticates a program for topics, for a number of seconds; forever for `nil`.
    package func makeTopicToken(for name: String, label: String, lifetime: Double?) async throws -> String {
        try await store.issueTopicToken(name: name, label: label, lifetime: lifetime)
    }

    private func app(_ name: String) async throws -> AppRecord {
        guard let record = try await store.app(name: name) else {
            throw CloudOperationError(
                "\(name) has no keys in this cloud. Create them with: today cloud keys --add \(name)"
            )
        }
        return record
    }
}

// MARK: - Accounts for pushes

extension CloudAdministration {
    package static let hostChannelType = ChannelPlatform.host

    /// Returns the accounts whose destination `choose` returns, each with the number of notifications that wait for it.
    package func accounts<Account>(
        _ choose: (OutboxAccount.Destination) -> Account?
    ) async throws -> [(record: OutboxAccount, account: Account, waiting: Int)] {
        var result: [(record: OutboxAccount, account: Account, waiting: Int)] = []
        for record in try await store.outboxAccounts() {
            guard let account = choose(record.destination) else { continue }
            result.append((record, account, try await store.waitingDeliveries(for: record.key)))
        }
        return result
    }

    /// Removes the account for an app's channels of a type; `false` if there is none.
    package func removeAccount(of app: String, type: String) async throws -> Bool {
        guard let record = try await store.app(name: app) else { return false }
        return try await store.removeOutboxAccount(OutboxAccount.Key(app: record.number, type: type))
    }

    /// Returns the host and the port of a server of APNs, `HOST` or `HOST:PORT`.
    package static func server(_ text: String) -> (host: String, port: Int) {
        ListenAddress(text).map { ($0.host, $0.port) } ?? (text, 443)
    }

    /// Sets the APNs account of an app, which has keys; the error names the mistake.
    package func setAPNsAccount(_ account: APNsAccount, of app: String) async throws {
        try account.check()
        try await store.setAPNsAccount(account, of: try await self.app(app).number)
    }

    /// Sets the webhook for the channels of a type of an app, which has keys; the error names the mistake.
    ///
    /// Without `secret` the former one stays, or one is created and returned. Without `authorities` those of the system
    /// vouch for the server.
    package func setWebhook(
        url: String,
        secret: String?,
        authorities: String?,
        allowsLoopback: Bool,
        of app: String,
        type: String
    ) async throws -> String? {
        let key = OutboxAccount.Key(app: try await self.app(app).number, type: type)
        var known = secret
        let former = try await store.outboxAccounts().first { $0.key == key }?.destination
        if known == nil, case .webhook(let webhook)? = former { known = webhook.secret }
        let webhook = Webhook(
            url: url,
            secret: known ?? WebhookKey.makeSecret(),
            authorities: authorities,
            allowsLoopback: allowsLoopback
        )
        try webhook.check()
        guard try await store.setWebhook(webhook, for: key) else {
            throw CloudOperationError("\(app) has \(CloudStore.webhookLimit) webhooks, and may not have more.")
        }
        return known == nil ? webhook.secret : nil
    }
}

// MARK: - Containers of records

extension CloudAdministration {
    /// Returns a container; ``CloudOperationError`` if it does not exist.
    @discardableResult
    package func requireContainer(_ name: String, advice: String? = nil) async throws -> CloudContainer {
        guard let container = try await store.container(name) else {
            let advice = advice ?? "add it with: today cloud container add \(name)"
            throw CloudOperationError("There is no container \(name); \(advice)")
        }
        return container
    }

    /// Adds a container with an API token; an existing one keeps its token unless it is renewed.
    package func addContainer(_ name: String, renewsToken: Bool) async throws -> CloudContainer {
        let container = try await store.addContainer(name)
        let token = Secret.alphanumeric(length: 64)
        return try await store.setAPIToken(token, of: container.number, replaces: renewsToken)
    }

    /// The lifetime of a web auth token, in seconds.
    package static let webAuthTokenLifetime = Int(WebAuthToken.lifetime)

    package func makeWebAuthToken(for person: String, in container: String) async throws -> String {
        let container = try await requireContainer(container)
        return try await WebAuthToken.issue(to: person, for: container, in: store, now: Date())
    }

    /// Reads the public key of a server, a P-256 key in PEM format; the error names the file.
    package static func serverKey(ofFile path: String) throws(CloudOperationError) -> ServerPublicKey {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CloudOperationError("\(path) cannot be read; name the file of a public key.")
        }
        guard let key = ServerPublicKey(pem: text) else {
            throw CloudOperationError(
                "\(path) is not a P-256 public key in PEM format; create one with: openssl ec -in key.pem -pubout"
            )
        }
        return key
    }

    /// Registers the public key of a server for a container, and returns the id that its requests name.
    package func add(_ key: ServerPublicKey, to container: String) async throws -> String {
        try await store.addRecordKey(key.id, to: try await requireContainer(container).number, publicKey: key.bytes)
        return key.id
    }
}

/// The name in an access rule as an operator writes it.
package enum AccessName {
    package static let everyone = "everyone"
    /// The largest length of a name, in bytes.
    package static let limit = Cloud.nameLimit

    package static func stored(_ name: String) -> String { name == everyone ? TopicRule.everyone : name }

    package static func shown(_ name: String) -> String { name == TopicRule.everyone ? everyone : name }

    /// Returns the mistake in a name as a sentence; `nil` if it is valid.
    package static func mistake(in name: String) -> String? {
        let isName = JoinTokenIssuer.isName(name) && name != TopicRule.everyone && !name.contains(":")
        return isName ? nil : "NAME has 1 to \(limit) bytes and no colon, or is \"everyone\"."
    }

    package static func mistake(inPattern pattern: String) -> String? {
        TopicName.isValid(pattern.replacing("*", with: "_"))
            ? nil : "TOPIC has 1 to 64 letters, digits, hyphens, underscores and stars."
    }
}

package struct CloudOperationError: Error, Sendable {
    /// One sentence that names the thing that failed and the remedy.
    package let message: String
    package let cause: (any Error)?

    init(_ message: String, cause: (any Error)? = nil) {
        self.message = message
        self.cause = cause
    }

    /// Translates the errors of a cloud; other errors are unchanged.
    static func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as CloudError {
            throw CloudOperationError(error.message, cause: error)
        } catch let error as CloudStoreError {
            throw CloudOperationError(error.message, cause: error)
        } catch let error as PublicServing.Mistake {
            throw CloudOperationError(error.message, cause: error)
        } catch let error as NATSError {
            throw CloudOperationError("--hints cannot be used. \(error.message)", cause: error)
        }
    }
}
