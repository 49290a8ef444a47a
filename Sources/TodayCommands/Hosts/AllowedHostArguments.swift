import ArgumentParser
import HostAPI

/// What `today allow` and `today disallow` take, and what they do with it.
package struct AllowedHostArguments: ParsableArguments {
    /// What both say of HOST.
    static let discussion =
        "HOST has no scheme and no wildcard. Without a port it stands for the ports of http and https."

    @Argument(help: ArgumentHelp("The app's bundle identifier or name.", valueName: "APP"))
    var app: String

    @Argument(help: ArgumentHelp("The host.", valueName: "HOST[:PORT]"))
    var address: String

    @OptionGroup var host: HostOptions

    package init() {}

    /// Lets the app fetch from the host, or no longer.
    func set(_ isAllowed: Bool, in context: CommandContext) async throws {
        try await host.withHost(context) { client in
            let id = try await client.findNotifyingApp(app)
            try await client.setAllowed(address, isAllowed, for: id)
            context.console.printError("\(id) may \(isAllowed ? "now" : "no longer") fetch from \(address).")
        }
    }
}
