package import ArgumentParser

/// `today inbox`: holds the commands about messages; by itself it lists them.
package struct InboxCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "inbox",
        abstract: "List, read and delete the messages that were sent to you.",
        discussion: """
            EXAMPLES
              today inbox                            List the newest messages
              today inbox list --search dinner
              today inbox open 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d
              today inbox read --all
            """,
        subcommands: [
            InboxListCommand.self, InboxOpenCommand.self, InboxReadCommand.self, InboxDeleteCommand.self,
        ],
        defaultSubcommand: InboxListCommand.self
    )

    package init() {}
}
