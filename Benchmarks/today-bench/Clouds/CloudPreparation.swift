import Cloud
import CloudStore
import Foundation
import Logging

/// The state of a cloud that is being made, while no cloud runs on it.
struct CloudPreparation {
    /// The store.
    let store: CloudStore
    /// The cloud, which does nothing by itself here.
    let cloud: Cloud
    /// The app that the first start makes keys for.
    let app: AppRecord

    /// Makes state, works on it and closes it.
    static func with(stateDirectory: String, _ body: (CloudPreparation) async throws -> Void) async throws {
        let folder = try CloudFolder(path: stateDirectory + "/cloud")
        try folder.take()
        defer { folder.release() }
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

    /// Does something so many times, many of them at a time, so that they share commits.
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
