import AirshipAPI
import CloudCore
import CloudKitAPI
import CloudStorage
import Foundation
import HTTPServing
import Logging
import NetworkAddresses
import NtfyAPI
import ServiceLifecycle

/// A cloud with its store and server in a state folder, created but not running yet.
///
/// `today cloud` runs it alone, `today run` together with the host.
struct CloudComponents {
    /// The settings of a cloud.
    struct Settings {
        /// The absolute path of the state folder.
        var stateDirectory: String
        var listen: ListenAddress
        /// The protection of requests from other machines; `nil` if there are none.
        var protection: PublicAddress.Protection?
        var configuration: CloudConfiguration
        /// `true` if files may be attached to messages of topics.
        var takesFiles: Bool
    }

    let store: CloudStore
    /// The keys of all apps.
    let keys: KeyRing
    /// The keys of the first app.
    let firstKeys: AppKeys
    let cloud: Cloud
    let server: CloudServer
    private let folder: CloudFolder

    /// Locks the folder, opens the store and creates the cloud and its server.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - logger: The log.
    /// - Throws: `CloudStoreError` or `CloudError` if the store cannot be opened or another cloud uses it.
    init(_ settings: Settings, logger: Logger) async throws {
        folder = try OpenCloudState.folder(in: settings.stateDirectory)
        try folder.lock()
        store = try CloudStore(path: folder.databasePath)
        keys = KeyRing(folder: folder, store: store)
        guard let first = try await keys.prepare().first else {
            throw CloudError(.invalid, "\(folder.keysPath) holds no keys; put back what was there, or remove it.")
        }
        firstKeys = first
        cloud = Cloud(store: store, configuration: settings.configuration, logger: logger)
        server = CloudServer(
            cloud: cloud,
            protocols: [
                AirshipRoutes(cloud: cloud), CloudKitRoutes(cloud: cloud),
                NtfyRoutes(cloud: cloud, takesFiles: settings.takesFiles),
            ],
            listen: settings.listen,
            protection: settings.protection,
            logger: logger
        )
    }

    /// The services to run, in the order of their dependencies.
    var services: [ServiceGroupConfiguration.ServiceConfiguration] {
        [.init(service: cloud, serviceName: "cloud"), .init(service: server, serviceName: "cloud server")]
    }

    /// Closes the store and unlocks the folder; must be called after the services have stopped.
    func close() async {
        await store.close()
        folder.unlock()
    }
}
