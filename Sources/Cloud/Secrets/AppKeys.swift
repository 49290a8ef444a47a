package import JSON

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
