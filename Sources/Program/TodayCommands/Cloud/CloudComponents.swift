import AirshipAPI
import CloudCore
import CloudStorage
import Foundation
import Logging
import NtfyAPI
import ServiceLifecycle

/// A cloud with its server on a state folder: made, and not yet running.
///
/// `today cloud` runs it alone, `today run` beside the host.
struct CloudComponents {
    /// How to make one.
    struct Settings {
        /// The absolute path of the state folder.
        var stateDirectory: String
        /// Where it listens.
        var listen: ListenAddress
        /// How it behaves.
        var configuration: CloudConfiguration
        /// Whether files may be attached to messages of topics.
        var takesFiles: Bool
    }

    /// The store.
    let store: CloudStore
    /// The keys of the apps.
    let keys: KeyRing
    /// The keys of the app that was the first to have some.
    let firstKeys: AppKeys
    /// The cloud.
    let cloud: Cloud
    /// Its server.
    let server: CloudServer
    private let folder: CloudFolder

    /// Takes the folder, opens the store and makes what runs on it.
    ///
    /// - Parameters:
    ///   - settings: How.
    ///   - logger: The log.
    /// - Throws: `CloudStoreError` or `CloudError` if it cannot be opened, or another cloud runs on it.
    init(_ settings: Settings, logger: Logger) async throws {
        folder = try OpenCloudState.folder(in: settings.stateDirectory)
        try folder.take()
        store = try CloudStore(path: folder.databasePath)
        keys = KeyRing(folder: folder, store: store)
        guard let first = try await keys.prepare().first else {
            throw CloudError(.invalid, "\(folder.keysPath) holds no keys; put back what was there, or remove it.")
        }
        firstKeys = first
        cloud = Cloud(store: store, configuration: settings.configuration, logger: logger)
        server = CloudServer(
            cloud: cloud,
            protocols: [AirshipRoutes(cloud: cloud), NtfyRoutes(cloud: cloud, takesFiles: settings.takesFiles)],
            listen: settings.listen,
            logger: logger
        )
    }

    /// What has to run, what others need first.
    var services: [ServiceGroupConfiguration.ServiceConfiguration] {
        [.init(service: cloud, serviceName: "cloud"), .init(service: server, serviceName: "cloud server")]
    }

    /// Closes the store and gives the folder free, once nothing runs any more.
    func close() async {
        await store.close()
        folder.release()
    }
}
