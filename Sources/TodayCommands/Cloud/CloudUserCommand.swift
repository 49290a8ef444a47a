package import ArgumentParser

/// `today cloud user`: holds the commands that let hosts in and shut them out.
package struct CloudUserCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Let hosts join as a person, list them, and shut them out.",
        subcommands: [CloudUserAddCommand.self, CloudUserListCommand.self, CloudUserRevokeCommand.self]
    )

    package init() {}
}
