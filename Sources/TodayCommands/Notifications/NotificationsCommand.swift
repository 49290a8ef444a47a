package import ArgumentParser

/// `today notifications`: what was delivered and what is to come.
package struct NotificationsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "notifications",
        abstract: "List and remove notifications.",
        discussion: """
            EXAMPLES
              today notifications list
              today notifications pending
              today notifications remove "Shopping List" --all
            """,
        subcommands: [NotificationListCommand.self, PendingListCommand.self, NotificationRemoveCommand.self]
    )

    package init() {}
}
