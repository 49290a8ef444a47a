package import ArgumentParser

/// `today cloud access`: holds the commands that say who may do what with topics.
package struct CloudAccessCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Say who may publish to topics and subscribe to them.",
        discussion: """
            A rule is about a name, or about everyone, and a topic, where each * stands for any text. One's own rules
            come before everyone's, and the longer pattern comes first. Where no rule fits, everything is allowed on an
            address that only this machine reaches, and nothing on any other (`today cloud --topics` says otherwise).

            EXAMPLES
              today cloud access set ada alerts read-only        Let ada's hosts and programs read alerts
              today cloud access set everyone 'up*' write-only
              today cloud access token backup                    Print a token with which a program is called backup
              today cloud access list
              today cloud access remove ada alerts
              today cloud access revoke backup
            """,
        subcommands: [
            CloudAccessListCommand.self, CloudAccessSetCommand.self, CloudAccessRemoveCommand.self,
            CloudAccessTokenCommand.self, CloudAccessRevokeCommand.self,
        ],
        defaultSubcommand: CloudAccessListCommand.self
    )

    package init() {}
}
