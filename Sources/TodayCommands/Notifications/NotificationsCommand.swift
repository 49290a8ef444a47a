package import ArgumentParser

/// `today notifications`: what was delivered and what is to come.
package struct NotificationsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "notifications",
        abstract: "List and remove notifications, and decide about what failed.",
        discussion: """
            EXAMPLES
              today notifications list
              today notifications pending
              today notifications remove "Shopping List" --all
              today notifications retry 5c2e81f0
            """,
        subcommands: [
            NotificationListCommand.self, PendingListCommand.self, NotificationRemoveCommand.self,
            ResponseRetryCommand.self, ResponseDiscardCommand.self,
        ]
    )

    package init() {}
}
