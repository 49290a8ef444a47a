package import ArgumentParser
import HostAPI

/// `today disallow`: No longer let an app's processes fetch from a host that you allowed.
package struct DisallowCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "disallow",
        abstract: "No longer let an app's processes fetch from a host that you allowed.",
        discussion: """
            HOST has no scheme and no wildcard. Without a port it stands for the ports of http and https.

            EXAMPLES
              today disallow Weather api.example.com
              today disallow Weather 127.0.0.1:8080
            """
    )

    @Argument(help: ArgumentHelp("The app's bundle identifier or name.", valueName: "APP"))
    var app: String

    @Argument(help: ArgumentHelp("The host.", valueName: "HOST[:PORT]"))
    var address: String

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        try await host.withHost(context) { client in
            let id = try await client.findApp(app)
            try await client.setAllowed(address, false, for: id)
            context.console.printError("\(id) may no longer fetch from \(address).")
        }
    }
}
