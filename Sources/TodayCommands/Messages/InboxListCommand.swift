package import ArgumentParser
import Host
import HostAPI
import TodayProtocol

/// `today inbox list`: the messages on this device.
package struct InboxListCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List messages, the newest first.",
        discussion: """
            Lists what is on this device, also without a network; a dot stands before what is unread. With --refresh the
            cloud is asked first.

            EXAMPLES
              today inbox list --search dinner
              today inbox list --refresh --limit 10 --json
            """
    )

    @Option(help: ArgumentHelp("The app's bundle identifier or name; all if left out.", valueName: "APP"))
    var app: String?

    @Option(help: ArgumentHelp("Words that each stand in the title, the subtitle or the text.", valueName: "TEXT"))
    var search: String?

    @Option(
        help: ArgumentHelp("List what is older than this message.", valueName: "ID"),
        transform: MessageArgument.id
    )
    var after: MessageID?

    @Option(help: ArgumentHelp("How many to show at most, 1 to 1000.", valueName: "N"))
    var limit = 50

    @Flag(help: "Ask the cloud first, and wait for its answer.")
    var refresh = false

    @Flag(help: "Print the messages as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func validate() throws {
        guard MessagePage.limitRange.contains(limit) else {
            throw ValidationError("--limit is a number from 1 to 1000.")
        }
        guard (search ?? "").utf8.count <= MessagesListRequest.queryLimit else {
            throw ValidationError("--search has more than \(MessagesListRequest.queryLimit) bytes.")
        }
    }

    package func run(in context: CommandContext) async throws {
        let report = try await host.withHost(context) { client in
            let id: AppID? = if let app { try await client.findApp(app) } else { nil }
            if refresh { try await client.refreshMessages() }
            return InboxReport(
                page: try await client.messages(of: id, after: after, limit: limit, matching: search),
                status: try await client.cloudStatus(),
                look: TerminalLook(context),
                zone: context.zone
            )
        }
        context.console.print(report, asJSON: json)
    }
}
