package import ArgumentParser
import HostAPI

/// `today allow`: Let an app's processes fetch from a host that its bundle does not declare.
package struct AllowCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Let an app's processes fetch from a host that its bundle does not declare.",
        discussion: """
            HOST has no scheme and no wildcard. Without a port it stands for the ports of http and https.

            EXAMPLES
              today allow Weather api.example.com
              today allow Weather 127.0.0.1:8080
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
            try await client.setAllowed(address, true, for: id)
            context.console.printError("\(id) may now fetch from \(address).")
        }
    }
}
