package import CloudStorage
package import JSON

/// The file in which an operator finds the keys of all apps, and the store's copy of what it takes to check them.
///
/// The file alone holds the master secrets. It is written before the store knows of new keys, so that none are ever
/// valid that nobody can read.
package struct KeyRing: Sendable {
    /// The app for which keys are made at the first start.
    package static let firstApp = "org.today.Messages"

    private let folder: CloudFolder
    private let store: CloudStore

    /// Opens the key ring of a state folder.
    package init(folder: CloudFolder, store: CloudStore) {
        self.folder = folder
        self.store = store
    }

    /// The keys in the file, in their order; none before the first start.
    ///
    /// - Throws: ``CloudError`` if the file holds something else, or ``CloudStorage/CloudStoreError``.
    package func keys() throws -> [AppKeys] {
        guard let bytes = try folder.readKeys() else { return [] }
        let apps = (try? JSONValue(parsing: bytes, depthLimit: 8))?["apps"]?.arrayValue ?? []
        let keys = apps.compactMap(AppKeys.init(json:))
        guard !keys.isEmpty, keys.count == apps.count else {
            throw CloudError(.invalid, "\(folder.keysPath) holds no keys; put back what was there, or remove it.")
        }
        return keys
    }

    /// Makes keys at the first start, and tells the store of every app in the file.
    ///
    /// - Returns: The keys of the apps.
    /// - Throws: ``CloudError`` or ``CloudStorage/CloudStoreError`` if they cannot be kept.
    package func prepare() async throws -> [AppKeys] { try await change { $0 } }

    /// Makes keys for one more app; an app that has keys keeps them.
    ///
    /// - Parameter app: The bundle identifier of the app.
    /// - Returns: Its keys.
    /// - Throws: ``CloudError`` with code `invalid` if that is no bundle identifier.
    package func add(app: String) async throws -> AppKeys {
        let isIdentifier =
            (1...255).contains(app.utf8.count)
            && app.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D || byte == 0x2E
            }
        guard isIdentifier else { throw CloudError(.invalid, "\"\(app)\" is no bundle identifier.") }
        return try await change { keys in
            if let known = keys.first(where: { $0.app == app }) { return known }
            let new = AppKeys.random(for: app)
            keys.append(new)
            return new
        }
    }

    /// Changes the file, and tells the store of every app in it.
    ///
    /// Others may change it at the same time, the cloud and the operator's tools among them, so it is read and written in
    /// one turn. What the store is told may come in any order: the file only grows, and the store passes over what it knows.
    private func change<Value>(_ body: (inout [AppKeys]) -> Value) async throws -> Value {
        let isFirstStart = try await store.apps().isEmpty
        let (keys, value) = try folder.withKeysLock {
            let before = try self.keys()
            guard !before.isEmpty || isFirstStart else {
                throw CloudError(
                    .invalid,
                    "\(folder.keysPath) is missing, and the apps of this cloud have keys; put it back."
                )
            }
            var keys = before.isEmpty ? [AppKeys.random(for: Self.firstApp)] : before
            let value = body(&keys)
            if keys != before { try write(keys) }
            return (keys, value)
        }
        try await tellStore(keys)
        return value
    }

    private func write(_ keys: [AppKeys]) throws {
        let json: JSONValue = ["apps": .array(keys.map(\.json))]
        try folder.writeKeys(json.jsonBytes(sortsNames: true) + [0x0A])
    }

    private func tellStore(_ keys: [AppKeys]) async throws {
        try await store.addApps(
            keys.map { keys in
                NewApp(
                    name: keys.app,
                    key: keys.key,
                    secret: keys.secret,
                    masterHash: Secret.hash(keys.masterSecret)
                )
            }
        )
    }
}

/// The keys of one app, as the operator is shown them.
package struct AppKeys: Hashable, Sendable {
    /// The bundle identifier of the app.
    package var app: String
    /// The app key, no secret.
    package var key: String
    /// The app secret, which may ship in apps.
    package var secret: String
    /// The master secret, which sends.
    package var masterSecret: String

    /// Makes new keys for an app.
    package static func random(for app: String) -> AppKeys {
        AppKeys(app: app, key: Secret.random(), secret: Secret.random(), masterSecret: Secret.random())
    }

    /// Takes keys.
    package init(app: String, key: String, secret: String, masterSecret: String) {
        self.app = app
        self.key = key
        self.secret = secret
        self.masterSecret = masterSecret
    }

    /// Reads the form of ``json``; none if it is another.
    package init?(json: JSONValue) {
        guard let app = json["app"]?.stringValue, let key = json["app_key"]?.stringValue,
            let secret = json["app_secret"]?.stringValue, let master = json["master_secret"]?.stringValue
        else { return nil }
        self.init(app: app, key: key, secret: secret, masterSecret: master)
    }

    /// The keys as JSON.
    package var json: JSONValue {
        [
            "app": .string(app), "app_key": .string(key), "app_secret": .string(secret),
            "master_secret": .string(masterSecret),
        ]
    }
}
