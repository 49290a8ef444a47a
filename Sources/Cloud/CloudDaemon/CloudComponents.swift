import AirshipAPI
package import CloudCore
import CloudKitAPI
package import CloudStorage
import Foundation
package import HTTPServing
package import Logging
import NATS
import NetworkAddresses
import NtfyAPI
package import ServiceLifecycle

/// A cloud with its store and server, created but not running yet, for `today cloud` and, with the host, `today run`.
package struct CloudComponents {
    package let keys: KeyRing
    /// The keys of the first app; `nil` if another node of the cloud has them.
    package let firstKeys: AppKeys?
    package let cloud: Cloud
    package let server: CloudServer
    /// `nil` if nobody asks for metrics.
    let metrics: MetricsServer?
    private let store: CloudStore
    private let objects: ObjectStore?
    private let folder: CloudFolder
    private let logger: Logger

    /// Locks the folder, opens the store and creates the cloud and its server; throws ``CloudOperationError``.
    package init(_ settings: CloudSettings, logger: Logger) async throws {
        self = try await CloudOperationError.translating { try await CloudComponents(opening: settings, logger) }
    }

    private init(opening settings: CloudSettings, _ logger: Logger) async throws {
        let protection = try settings.protection?.ready(logger: logger)
        folder = try CloudFolder(path: settings.stateDirectory + "/cloud")
        try folder.lock()
        self.logger = logger
        objects = settings.objects.map { ObjectStore($0.address, key: $0.key) }
        store = try CloudStore(in: folder, database: settings.database, objects: objects)
        store.removeLeftUploads(in: folder)
        keys = KeyRing(folder: folder, store: store)
        firstKeys = try await keys.prepare().first
        let hints = settings.hintServers
        let cloud = Cloud(
            store: store,
            hints: hints.isEmpty ? nil : try .nats(hints, of: store),
            configuration: settings.configuration,
            logger: logger
        )
        let server = CloudServer(
            cloud: cloud,
            protocols: [
                AirshipRoutes(cloud: cloud), CloudKitRoutes(cloud: cloud),
                NtfyRoutes(cloud: cloud, takesFiles: settings.takesFiles),
            ],
            listen: settings.listen,
            protection: protection,
            logger: logger
        )
        metrics = settings.metrics.map { listen in
            MetricsServer(cloud: cloud, server: server, listen: listen, version: settings.version, logger: logger)
        }
        self.cloud = cloud
        self.server = server
    }

    /// The services to run, in the order of their dependencies.
    package var services: [ServiceGroupConfiguration.ServiceConfiguration] {
        let metrics = metrics.map { [$0] } ?? []
        return [.init(service: cloud, serviceName: "cloud"), .init(service: server, serviceName: "cloud server")]
            + metrics.map { .init(service: $0, serviceName: "metrics server") }
    }

    /// Logs a warning if files cannot be stored in the server of objects, if there is one.
    func checkObjects() async {
        guard let failure = await objects?.check(), !Task.isCancelled else { return }
        let metadata: Logger.Metadata = ["error": "\(failure)"]
        logger.warning("Files cannot be attached to messages until this is corrected", metadata: metadata)
    }

    /// Closes the store and unlocks the folder; must be called after the services have stopped.
    package func close() async {
        do { try await objects?.shutdown() } catch {
            logger.warning("Connections to the store of attached files stay open", metadata: ["error": "\(error)"])
        }
        await store.close()
        folder.unlock()
    }
}

package struct CloudSettings {
    /// The absolute path of the state folder, which exists.
    var stateDirectory: String
    /// The address of a PostgreSQL database; `nil` for an SQLite file in the state folder.
    var database: String?
    /// The servers of NATS by which nodes tell each other of news; none if they do by the database.
    var hintServers: [NATSAddress] = []
    var listen: ListenAddress
    /// Where metrics are served; `nil` for nowhere.
    var metrics: ListenAddress?
    /// The version of the program.
    var version = ""
    /// The protection of requests from other machines; `nil` if there are none.
    var protection: PublicServing.Protection?
    var configuration = CloudConfiguration()
    /// `true` if files may be attached to messages of topics.
    var takesFiles: Bool
    /// The server of objects for these files; `nil` to keep them with the rest of the state.
    private(set) var objects: (address: ObjectStoreAddress, key: ObjectStoreKey)?

    /// The default number of requests that each key and each address may make in a second.
    package static let requestRate = CloudConfiguration().requestRate

    /// Makes the settings of a cloud that serves only this machine and this person.
    package init(privatelyOn port: Int, stateDirectory: String) {
        self.stateDirectory = stateDirectory
        listen = ListenAddress(host: "127.0.0.1", port: port)
        configuration.topicRights = .readWrite
        configuration.opensTopicsToOwnUserOnly = true
        takesFiles = true
    }

    /// Parses an operator's options; the error names the option and the remedy.
    ///
    /// `hints` is `postgres` or the addresses of NATS servers. `topics` are the rights to topics that no rule covers;
    /// without them and `takesFiles`, both depend on who can reach the cloud.
    package init(
        stateDirectory: String,
        database: String? = nil,
        hints: String? = nil,
        listen: String,
        metrics: String?,
        version: String,
        publicURL: String?,
        protection: () throws(PublicServing.Mistake) -> PublicServing.Protection?,
        topics: TopicRights?,
        requestRate: Int,
        takesFiles: Bool?
    ) throws(CloudOperationError) {
        guard let address = ListenAddress(listen) else {
            throw CloudOperationError("--listen is HOST:PORT, such as 127.0.0.1:8765 or [::1]:8765.")
        }
        do throws(PublicServing.Mistake) {
            self.protection = try protection()
            if self.protection == nil, !address.isLoopback { throw PublicServing.unprotected }
        } catch {
            throw CloudOperationError(error.message)
        }
        if self.protection != nil, publicURL.flatMap(PublicURL.init(_:)) == nil {
            throw CloudOperationError(
                "TLS needs --public-url, the address by which others reach it: https://push.example.org, without a path."
            )
        }
        if let publicURL {
            let url = URL(string: publicURL)
            guard url?.scheme == "https" || url?.scheme == "http", url?.host()?.isEmpty == false, url?.query() == nil,
                url?.fragment() == nil
            else { throw CloudOperationError("--public-url is an address such as https://push.example.org.") }
            configuration.publicURL = String(publicURL.reversed().drop { $0 == "/" }.reversed())
        }
        if let hints { hintServers = try Self.hintServers(hints, hasDatabase: database != nil) }
        configuration.requestRate = requestRate
        if case .proxies? = self.protection { configuration.isBehindProxy = true }
        let isPrivate = configuration.isPrivate(on: address)
        configuration.topicRights = topics ?? (isPrivate ? .readWrite : .deny)
        configuration.opensTopicsToOwnUserOnly = topics == nil && !configuration.isBehindProxy
        self.stateDirectory = stateDirectory
        self.database = database
        self.listen = address
        self.metrics = try metrics.map { text throws(CloudOperationError) in try Self.metricsAddress(text) }
        self.version = version
        self.takesFiles = takesFiles ?? isPrivate
    }

    /// Parses an address, or a port of this machine's own address.
    private static func metricsAddress(_ text: String) throws(CloudOperationError) -> ListenAddress {
        guard let address = ListenAddress(text) ?? ListenAddress("127.0.0.1:\(text)") else {
            throw CloudOperationError("--metrics is PORT or HOST:PORT, such as 9464 or 10.0.0.5:9464.")
        }
        return address
    }

    private static func hintServers(_ text: String, hasDatabase: Bool) throws(CloudOperationError) -> [NATSAddress] {
        guard hasDatabase else {
            throw CloudOperationError(
                "--hints is for a cloud of several nodes: name their PostgreSQL database with --database, or leave it out."
            )
        }
        guard text != "postgres" else { return [] }
        do throws(NATSError) { return try NATSAddress.list(text) } catch {
            throw CloudOperationError("--hints is postgres, or addresses of NATS servers. \(error.message)")
        }
    }
}

extension CloudSettings {
    /// Checks the address of a bucket for attached files; the error names the mistake.
    package static func checkAttachmentStore(_ address: String) throws(CloudOperationError) {
        do throws(CloudError) { _ = try ObjectStoreAddress(address) } catch {
            throw CloudOperationError(error.message)
        }
    }

    /// Keeps attached files in a bucket, whose key `readFile` reads from the file that the address names, or which is in
    /// the environment; the error names the mistake.
    package mutating func keepAttachments(
        in address: String,
        environment: [String: String],
        readFile: (String) throws -> String
    ) throws {
        try Self.checkAttachmentStore(address)
        let address = try ObjectStoreAddress(address)
        if let file = address.credentialsFile {
            guard let key = ObjectStoreKey(credentialsFile: try readFile(file)) else {
                throw CloudOperationError(
                    "\(file) has no profile default with aws_access_key_id and aws_secret_access_key; add it."
                )
            }
            objects = (address, key)
        } else {
            guard let key = ObjectStoreKey(environment: environment) else {
                throw CloudOperationError(
                    """
                    There is no key for \(address); add credentials=FILE to the address, or set AWS_ACCESS_KEY_ID and \
                    AWS_SECRET_ACCESS_KEY.
                    """
                )
            }
            objects = (address, key)
        }
    }
}
