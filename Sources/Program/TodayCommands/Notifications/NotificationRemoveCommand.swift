import ArgumentParser
import Host
import HostAPIClient

/// `today notifications remove`: removes notifications of an app.
struct NotificationRemoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove notifications of an app, by identifier or all.",
        discussion: """
            ID is the identifier that the app gave a notification, or the number under which today notifications list
            shows it. With IDs, scheduled and delivered notifications are meant unless an option says which. What is not
            there is passed over.

            EXAMPLES
              today notifications remove Scripts backup
              today notifications remove "Shopping List" 12
              today notifications remove "Shopping List" --pending
              today notifications remove Scripts --all
            """
    )

    /// The kinds of notifications to remove.
    enum Kind: String, EnumerableFlag, Sendable {
        case pending
        case delivered
        case all

        static func help(for value: Self) -> ArgumentHelp? {
            switch value {
            case .pending: "Remove scheduled ones alone."
            case .delivered: "Remove delivered ones alone."
            case .all: "Remove scheduled and delivered ones."
            }
        }
    }

    @Argument(help: ArgumentHelp("The app's bundle identifier or name.", valueName: "APP"))
    var app: String

    @Argument(help: ArgumentHelp("What to remove; all if left out.", valueName: "ID"))
    var ids: [String] = []

    @Flag(exclusivity: .exclusive)
    var kind: Kind?

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard kind != nil || !ids.isEmpty else {
            throw ValidationError("Specify what to remove: IDs, --pending, --delivered or --all.")
        }
        guard ids.count <= 1000 else { throw ValidationError("At most 1000 IDs can be removed at once.") }
        guard !ids.contains("") else { throw ValidationError("An ID is empty.") }
    }

    func run(in context: CommandContext) async throws {
        try await host.withHost(context) { client in
            let app = try await client.findNotifyingApp(app)
            try await client.send(
                RemoveNotificationsRequest(
                    of: app,
                    identifiers: ids.isEmpty ? nil : ids,
                    pending: kind != .delivered,
                    delivered: kind != .pending
                )
            )
        }
    }
}
