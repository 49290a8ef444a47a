import ArgumentParser
import HostModel
import LocalAPI

struct AllowCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Let an app's processes fetch from a host that its bundle does not declare.",
        discussion: """
            \(AllowedServerArguments.discussion)

            EXAMPLES
              today allow Weather api.example.com
              today allow Weather 127.0.0.1:8080
              today allow Topics home.example.org    (for the http actions of messages of topics)
            """
    )

    @OptionGroup var arguments: AllowedServerArguments

    func run(in context: CommandContext) async throws { try await arguments.set(true, in: context) }
}

struct DisallowCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "disallow",
        abstract: "No longer let an app's processes fetch from a host that you allowed.",
        discussion: """
            \(AllowedServerArguments.discussion)

            EXAMPLES
              today disallow Weather api.example.com
              today disallow Weather 127.0.0.1:8080
            """
    )

    @OptionGroup var arguments: AllowedServerArguments

    func run(in context: CommandContext) async throws { try await arguments.set(false, in: context) }
}

struct AllowedServerArguments: ParsableArguments {
    static let discussion =
        "HOST has no scheme and no wildcard. Without a port it stands for the ports of http and https."

    @Argument(help: .value("APP", "The app's bundle identifier or name."))
    var app: String

    @Argument(help: .value("HOST[:PORT]", "The host."))
    var address: String

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard !address.isEmpty else { throw ValidationError("HOST is empty; give a host, such as api.example.com.") }
    }

    func set(_ isAllowed: Bool, in context: CommandContext) async throws {
        let client = try host.client(context)
        let id = try await client.findNotifyingApp(app)
        try await client.send(SetAllowedServerRequest(address, isAllowed, for: id))
        context.console.printError("\(id) may \(isAllowed ? "now" : "no longer") fetch from \(address).")
    }
}
