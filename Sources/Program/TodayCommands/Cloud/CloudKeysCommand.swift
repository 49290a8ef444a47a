import ArgumentParser
import CloudCore
import JSON

/// `today cloud keys`: shows the keys of apps, and creates new ones.
struct CloudKeysCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Show the keys that senders and apps use.",
        discussion: """
            The app secret may ship in an app. The master secret sends pushes: keep it secret. With --add, keys are created
            for one more app; a running cloud knows them at once.

            EXAMPLES
              today cloud keys
              today cloud keys --add org.example.News --json
            """
    )

    @Option(help: ArgumentHelp("Create keys for an app if it has none.", valueName: "BUNDLE-ID"))
    var add: String?

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the keys as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let keys = try await OpenCloudState.with(location, context) { cloud in
            let ring = KeyRing(folder: cloud.folder, store: cloud.store)
            if let add { _ = try await ring.add(app: add) }
            return try await ring.prepare()
        }
        context.console.print(CloudKeysReport(keys: keys), asJSON: json)
    }
}

/// The keys of apps.
struct CloudKeysReport: Report {
    var keys: [AppKeys]

    /// A line for each app.
    var text: String {
        TextTable(
            of: keys,
            ("APP", \.app),
            ("APP KEY", \.key),
            ("APP SECRET", \.secret),
            ("MASTER SECRET", \.masterSecret)
        ).text
    }

    /// An array of objects with `app`, `app_key`, `app_secret` and `master_secret`.
    var json: JSONValue { .array(keys.map(\.json)) }
}
