import CloudCore
import CloudStorage
import Foundation
import Logging
import Synchronization

/// Creates many hosts that have joined a cloud and registered its app, each for a person of its own.
enum CloudDevices {
    private static let limit = 15_000

    /// Creates the hosts without HTTP and writes their tokens into a file, one per line.
    static func make(_ count: Int, in stateDirectory: String, tokens file: String) async throws {
        guard (1...limit).contains(count) else { throw LoadError("There are 1 to \(limit) devices.") }
        let tokens = Mutex<[String]>([])
        try await CloudPreparation.with(stateDirectory: stateDirectory) { made in
            let (cloud, app) = (made.cloud, made.app.name)
            try await CloudPreparation.times(count) { number in
                let invitation = try await cloud.joinTokenIssuer.make(person: "person \(number)")
                let (device, own) = try await cloud.join(token: invitation, name: "host")
                _ = try await cloud.register(app: app, on: device, channel: DeviceChannelRequest(zone: "UTC"))
                tokens.withLock { $0.append(own) }
            }
        }
        let text = tokens.withLock { $0.joined(separator: "\n") }
        guard
            FileManager.default.createFile(
                atPath: file,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw LoadError("\(file) cannot be written.") }
    }
}

/// The state of a cloud that is prepared while no cloud runs on it.
struct CloudPreparation {
    let store: CloudStore
    /// The cloud, which is not running.
    let cloud: Cloud
    /// The app whose keys the first start creates.
    let app: AppRecord

    /// Creates the state, runs `body` with it and closes it.
    static func with(stateDirectory: String, _ body: (CloudPreparation) async throws -> Void) async throws {
        let folder = try CloudFolder(path: stateDirectory + "/cloud")
        try folder.lock()
        defer { folder.unlock() }
        let store = try CloudStore(path: folder.databasePath)
        let keys = try await KeyRing(folder: folder, store: store).prepare()
        guard let first = keys.first, let app = try await store.app(key: first.key) else {
            throw LoadError("The keys of the cloud could not be made.")
        }
        var logger = Logger(label: "bench")
        logger.logLevel = .error
        try await body(CloudPreparation(store: store, cloud: Cloud(store: store, logger: logger), app: app))
        await store.close()
    }

    /// Runs `body` a number of times, many at a time so that they share commits.
    static func times(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let width = 128
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<width {
                group.addTask {
                    for number in stride(from: worker, to: count, by: width) { try await body(number) }
                }
            }
            try await group.waitForAll()
        }
    }
}
