package import Cloud
package import JSON

/// The keys of apps.
package struct CloudKeysReport: Report {
    /// The keys.
    package var keys: [AppKeys]

    /// Reports keys.
    package init(keys: [AppKeys]) { self.keys = keys }

    /// A line for each app.
    package var text: String {
        var table = TextTable("APP", "APP KEY", "APP SECRET", "MASTER SECRET")
        for keys in keys { table.add(keys.app, keys.key, keys.secret, keys.masterSecret) }
        return table.text
    }

    /// An array of objects with `app`, `app_key`, `app_secret` and `master_secret`.
    package var json: JSONValue { .array(keys.map(\.json)) }
}
