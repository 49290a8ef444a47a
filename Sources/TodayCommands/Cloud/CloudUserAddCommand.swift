package import ArgumentParser
import Cloud
import JSON

/// `today cloud user add`: makes a token with which one host joins as a person.
package struct CloudUserAddCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Print a token with which one host may join as a person.",
        discussion: """
            The token works once. Senders know the person by this name: {"named_user": NAME}.

            EXAMPLE
              today cloud user add ada
            """
    )

    @Argument(help: ArgumentHelp("The person's name.", valueName: "NAME"))
    var name: String

    @Option(help: ArgumentHelp("For how many hours the token works.", valueName: "N"))
    var hours = 24

    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"))
    var state: String?

    @Flag(help: "Print the token as JSON.")
    var json = false

    package init() {}

    package func validate() throws {
        guard (1...8760).contains(hours) else { throw ValidationError("--hours is a number from 1 to 8760.") }
    }

    package func run(in context: CommandContext) async throws {
        let token = try await OpenCloud.with(state, context) { cloud in
            try await JoinTokens(store: cloud.store).make(person: name, lifetime: hours * 3600)
        }
        let report = ["token": .string(token), "user": .string(name), "seconds": .integer(hours * 3600)] as JSONValue
        context.console.print(json ? report.jsonText : token)
    }
}
