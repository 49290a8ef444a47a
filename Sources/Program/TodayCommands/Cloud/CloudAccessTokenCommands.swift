import ArgumentParser
import CloudCore
import CloudStorage
import Foundation
import JSON

/// `today cloud access token`: creates a token that authenticates a program for topics.
struct CloudAccessTokenCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Print an access token for a program.",
        discussion: """
            Programs send it as clients of ntfy do: as a bearer token, or as the password that goes with the name. It is
            shown only once.
            """
    )

    @Argument(help: ArgumentHelp("The name.", valueName: "NAME"))
    var name: String

    @Option(help: ArgumentHelp("A label for the token, so that it can be revoked by itself.", valueName: "TEXT"))
    var label = ""

    @Option(help: ArgumentHelp("For how many hours it works; forever if left out.", valueName: "N"))
    var hours: Int?

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the token as JSON.")
    var json = false

    func validate() throws {
        try AccessName.check(name)
        guard name != AccessName.everyone else { throw ValidationError("A token belongs to one name.") }
        guard label.utf8.count <= Cloud.nameLimit else {
            throw ValidationError("--label has at most \(Cloud.nameLimit) bytes.")
        }
        guard (1...876_000).contains(hours ?? 1) else { throw ValidationError("--hours is a number from 1 to 876000.") }
    }

    func run(in context: CommandContext) async throws {
        let token = try await OpenCloudState.with(location, context) { cloud in
            try await TopicTokenIssuer(store: cloud.store).make(
                name: name,
                label: label,
                lifetime: hours.map { Double($0) * 3600 }
            )
        }
        context.console.print(json ? JSONValue.members(["token": token, "name": name]).jsonText : token)
    }
}

/// `today cloud access revoke`: revokes tokens for topics.
struct CloudAccessRevokeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke all tokens of a name, or one of them.",
        discussion: "A running cloud refuses them at once; their streams end within a minute."
    )

    @Argument(help: ArgumentHelp("The name.", valueName: "NAME"))
    var name: String

    @Option(help: ArgumentHelp("The label of the one token to revoke.", valueName: "TEXT"))
    var label: String?

    @OptionGroup var location: CloudStateOption

    func run(in context: CommandContext) async throws {
        try await OpenCloudState.with(location, context) { cloud in
            guard try await cloud.store.revokeTopicTokens(of: name, label: label) > 0 else {
                throw CommandError("\(name) has no such token; list them with: today cloud access list")
            }
        }
    }
}
