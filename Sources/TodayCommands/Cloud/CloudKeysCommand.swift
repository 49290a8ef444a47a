package import ArgumentParser
import Cloud

/// `today cloud keys`: shows the keys of apps, and makes new ones.
package struct CloudKeysCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Show the keys with which senders and apps come in.",
        discussion: """
            The app secret may ship in an app. The master secret sends: keep it to yourself. With --add keys are made for
            one more app; a cloud that runs knows them at once.

            EXAMPLES
              today cloud keys
              today cloud keys --add org.example.News --json
            """
    )

    @Option(help: ArgumentHelp("Make keys for an app, unless it has some.", valueName: "BUNDLE-ID"))
    var add: String?

    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"))
    var state: String?

    @Flag(help: "Print the keys as JSON.")
    var json = false

    package init() {}

    package func run(in context: CommandContext) async throws {
        let keys = try await OpenCloud.with(state, context) { cloud in
            let ring = KeyRing(folder: cloud.folder, store: cloud.store)
            if let add { _ = try await ring.add(app: add) }
            return try await ring.prepare()
        }
        context.console.print(CloudKeysReport(keys: keys), asJSON: json)
    }
}
