package import ArgumentParser
import CardRendering
package import DeviceSync
package import Host
import HostAPI
package import JSON
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
                look: TerminalFormatter(context),
                zone: context.zone
            )
        }
        context.console.print(report, asJSON: json)
    }
}

/// Messages, and how the host stands with the cloud that they come from.
package struct InboxReport: Report {
    /// The messages.
    package var page: MessagePage
    /// How the host stands with its cloud.
    package var status: CloudStatus
    /// How the text looks.
    package var look: TerminalFormatter
    /// The time zone to show times in.
    package var zone: String

    /// Reports messages.
    package init(page: MessagePage, status: CloudStatus, look: TerminalFormatter, zone: String) {
        self.page = page
        self.status = status
        self.look = look
        self.zone = zone
    }

    /// A line for each message, below it its subtitle; then the unread number and what the person has to know.
    package var text: String {
        var parts = [table]
        if page.unread > 0 { parts.append("\(page.unread) unread.") }
        if let next = page.next { parts.append("There are older ones: today inbox list --after \(next)") }
        if let line = MessageFormatter.line(status, Dates(zone: zone)) { parts.append(TerminalText.safe(line)) }
        return parts.joined(separator: "\n")
    }

    private var table: String {
        guard !page.messages.isEmpty else { return "There are no messages." }
        let namesApps = Set(page.messages.map(\.app)).count > 1
        if look.isNarrow { return narrowTable(namesApps: namesApps) }
        let dates = Dates(zone: zone)
        var table = namesApps ? TextTable("", "ID", "SENT", "MESSAGE", "APP") : TextTable("", "ID", "SENT", "MESSAGE")
        for shown in page.messages {
            let message = shown.message
            table.add(
                message.isRead ? "" : "●",
                message.id.rawValue,
                dates.person(message.sent),
                short(MessageFormatter.title(of: message)),
                namesApps ? shown.appTitle : ""
            )
            if let subtitle = message.subtitle, !subtitle.isEmpty { table.add("", "", "", short(subtitle)) }
        }
        return table.text
    }

    /// Without dates, each id in a line of its own.
    private func narrowTable(namesApps: Bool) -> String {
        var table = TextTable("", "MESSAGE")
        for shown in page.messages {
            let message = shown.message
            table.add(message.isRead ? "" : "●", look.cut(MessageFormatter.title(of: message), to: look.width - 3))
            for line in [message.subtitle, namesApps ? shown.appTitle : nil] {
                if let line, !line.isEmpty { table.add("", look.cut(line, to: look.width - 3)) }
            }
            table.add("", message.id.rawValue)
        }
        return table.text
    }

    /// As much of a text as a line has room for.
    private func short(_ text: String) -> String {
        let limit = max(20, look.width - 64)
        return text.count > limit ? "\(text.prefix(limit - 1))…" : text
    }

    /// The messages, where the next page begins, the unread number, and the state of the cloud.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "messages": .array(page.messages.map { .object(MessageFormatter.json($0)) }),
            "unread": .integer(page.unread),
            "cloud": MessageFormatter.json(status),
        ]
        members["next"] = page.next.map { .string($0.rawValue) }
        return .object(members)
    }
}
