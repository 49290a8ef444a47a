import ArgumentParser
import CloudDaemon
import JSON

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

    @Option(help: .value("BUNDLE-ID", "Create keys for an app if it has none."))
    var add: String?

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the keys as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let keys = try await location.withCloud(context) { try await $0.keys(adding: add) }
        let table = TextTable(
            of: keys,
            ("APP", { $0["app"]?.stringValue }),
            ("APP KEY", { $0["app_key"]?.stringValue }),
            ("APP SECRET", { $0["app_secret"]?.stringValue }),
            ("MASTER SECRET", { $0["master_secret"]?.stringValue })
        )
        context.print(table.text, orJSONOf: keys, asJSON: json)
    }
}
