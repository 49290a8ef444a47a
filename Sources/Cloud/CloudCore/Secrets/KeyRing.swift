package import CloudStorage
package import JSON

/// The file with the keys of all apps, for the operator, and the copy of the keys in the store.
///
/// Only the file has the master secrets; the store has their hashes. The file is written first, so that there are never
/// valid keys that nobody can read.
package struct KeyRing: Sendable {
    /// The app that gets keys at the first start.
    package static let firstApp = "org.today.Messages"

    private let folder: CloudFolder
    private let store: CloudStore

    package init(folder: CloudFolder, store: CloudStore) {
        self.folder = folder
        self.store = store
    }

    /// Returns the keys in the file in order, none before the first start; ``CloudError`` if it has another format.
    package func keys() throws -> [AppKeys] {
        guard let bytes = try folder.readKeys() else { return [] }
        let apps = (try? JSONValue(parsing: bytes, depthLimit: 8))?["apps"]?.arrayValue ?? []
        let keys = apps.compactMap(AppKeys.init(json:))
        guard !keys.isEmpty, keys.count == apps.count else {
            throw CloudError(.invalid, "\(folder.keysPath) holds no keys; put back what was there, or remove it.")
        }
        return keys
    }

    /// Makes keys at the first start, and adds every app of the file to the store; returns the keys in the file, which
    /// are none if another node of the cloud has it.
    package func prepare() async throws -> [AppKeys] { try await change { $0 } }

    /// Adds keys for an app unless it has some; ``CloudError`` with code `invalid` if `app` is no bundle identifier.
    package func add(app: String) async throws -> AppKeys {
        guard app.isASCIIName(limit: 255, with: "-.") else {
            throw CloudError(.invalid, "\"\(app)\" is no bundle identifier.")
        }
        return try await change { keys in
            if let known = keys.first(where: { $0.app == app }) { return known }
            let new = AppKeys.random(for: app)
            keys.append(new)
            return new
        }
    }

    /// Changes the file under a lock, since the cloud and the operator's commands may do so at the same time, and adds
    /// every app in it to the store; the order there does not matter, since the file only grows and the store ignores
    /// known apps.
    private func change<Value>(_ body: (inout [AppKeys]) -> Value) async throws -> Value {
        let isFirstStart = try await store.apps().isEmpty
        let (keys, value) = try folder.withKeysLock {
            let before = try self.keys()
            // Another node may have the file.
            guard !before.isEmpty || isFirstStart || store.isShared else {
                throw CloudError(
                    .invalid,
                    "\(folder.keysPath) is missing, and the apps of this cloud have keys; put it back."
                )
            }
            var keys = before.isEmpty && isFirstStart ? [AppKeys.random(for: Self.firstApp)] : before
            let value = body(&keys)
            if keys != before { try write(keys) }
            return (keys, value)
        }
        try await store.addApps(
            keys.map { keys in
                NewApp(name: keys.app, key: keys.key, secret: keys.secret, masterHash: Secret.hash(keys.masterSecret))
            }
        )
        return value
    }

    private func write(_ keys: [AppKeys]) throws {
        let json: JSONValue = ["apps": .array(keys.map(\.json))]
        try folder.writeKeys(json.jsonBytes(sortsNames: true) + [0x0A])
    }
}

package struct AppKeys: Hashable, Sendable {
    /// The bundle identifier of the app.
    package var app: String
    /// The app key, not secret.
    package var key: String
    /// The app secret, which may be shipped in apps.
    package var secret: String
    package var masterSecret: String

    package static func random(for app: String) -> AppKeys {
        AppKeys(app: app, key: Secret.random(), secret: Secret.random(), masterSecret: Secret.random())
    }
}

extension AppKeys {
    /// Parses the form of ``json``; `nil` for anything else.
    package init?(json: JSONValue) {
        guard let app = json["app"]?.stringValue, let key = json["app_key"]?.stringValue,
            let secret = json["app_secret"]?.stringValue, let master = json["master_secret"]?.stringValue
        else { return nil }
        self.init(app: app, key: key, secret: secret, masterSecret: master)
    }

    package var json: JSONValue {
        [
            "app": .string(app), "app_key": .string(key), "app_secret": .string(secret),
            "master_secret": .string(masterSecret),
        ]
    }
}
