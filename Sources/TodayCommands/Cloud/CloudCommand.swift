package import ArgumentParser

/// `today cloud`: holds the commands of those who run a cloud; by itself it serves.
package struct CloudCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "cloud",
        abstract: "Run a cloud, which hosts and senders meet at.",
        discussion: """
            EXAMPLES
              today cloud                                        Serve on this machine alone
              today cloud --listen 0.0.0.0:8080 --public-url https://push.example.org
              today cloud keys                                   Show the keys that senders need
              today cloud user add ada                           Make a token with which a host joins as ada
              today cloud user revoke ada                        Shut out every host that joined as ada
              today cloud access set ada alerts read-only        Let ada read a topic
            """,
        subcommands: [
            CloudServeCommand.self, CloudKeysCommand.self, CloudUserCommand.self, CloudAccessCommand.self,
        ],
        defaultSubcommand: CloudServeCommand.self
    )

    package init() {}
}
