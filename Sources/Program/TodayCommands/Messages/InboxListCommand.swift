import ArgumentParser
import CardRendering
import DeviceSync
import Host
import HostAPIClient
import JSON
import TodayProtocol

/// `today inbox list`: lists the messages on this device.
struct InboxListCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List messages, the newest first.",
        discussion: """
            Lists what is on this device, also without a network; unread messages have a dot before them. With --refresh,
            the cloud is asked first.

            EXAMPLES
              today inbox list --search dinner
              today inbox list --refresh --limit 10 --json
            """
    )

    @Option(help: ArgumentHelp("The app's bundle identifier or name; all if left out.", valueName: "APP"))
    var app: String?

    @Option(help: ArgumentHelp("Words that must all be in the title, the subtitle or the text.", valueName: "TEXT"))
    var search: String?

    @Option(
        help: ArgumentHelp("List messages older than the one with this id, or how the id begins.", valueName: "ID"),
        transform: MessageArgument.id
    )
    var after: MessageID?

    @Option(help: ArgumentHelp("How many to show at most, 1 to 1000.", valueName: "N"))
    var limit = 50

    @Flag(help: "Ask the cloud for new messages first, and wait for its answer.")
    var refresh = false

    @Flag(help: "Print the messages as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard MessagePage.limitRange.contains(limit) else {
            throw ValidationError("--limit is a number from 1 to 1000.")
        }
        guard (search ?? "").utf8.count <= MessagesListRequest.queryLimit else {
            throw ValidationError("--search has more than \(MessagesListRequest.queryLimit) bytes.")
        }
    }

    func run(in context: CommandContext) async throws {
        let report = try await host.withHost(context) { client in
            let id: AppID? = if let app { try await client.send(FindAppRequest(app)) } else { nil }
            let start: MessageID? =
                if let after { try await client.findAllMessages([after], of: id).first?.id } else { nil }
            if refresh { try await client.send(RefreshMessagesRequest()) }
            return InboxReport(
                page: try await client.send(ListMessagesRequest(of: id, after: start, limit: limit, matching: search)),
                status: try await client.send(GetCloudStatusRequest()),
                formatter: TerminalFormatter(context),
                zone: context.zone
            )
        }
        context.console.print(report, asJSON: json)
    }
}

/// A page of messages, with the state of the host's connection to its cloud.
struct InboxReport: Report {
    var page: MessagePage
    /// The state of the connection to the cloud.
    var status: CloudStatus
    var formatter: TerminalFormatter
    var zone: String

    /// A line for each message, with its subtitle below it; then the unread count, and the state of the cloud if it is
    /// relevant.
    var text: String {
        var parts = [table]
        let dates = Dates(zone: zone)
        let hasDates = !page.messages.isEmpty && !formatter.isNarrow
        if hasDates { parts.append(dates.zoneLine) }
        if page.unread > 0 { parts.append("\(page.unread) unread.") }
        if let next = page.next { parts.append("There are older ones: today inbox list --after \(next)") }
        if let line = MessageFormatter.line(status, dates) { parts.append(TerminalText.safe(line)) }
        if !hasDates, case .offline = status.state { parts.append(dates.zoneLine) }
        return parts.joined(separator: "\n")
    }

    private var table: String {
        guard !page.messages.isEmpty else { return "There are no messages." }
        let namesApps = Set(page.messages.map(\.app)).count > 1
        if formatter.isNarrow { return narrowTable(namesApps: namesApps) }
        let dates = Dates(zone: zone)
        let room = max(20, formatter.width - 64)
        var table = namesApps ? TextTable("", "ID", "SENT", "MESSAGE", "APP") : TextTable("", "ID", "SENT", "MESSAGE")
        for shown in page.messages {
            let message = shown.message
            table.add(
                message.isRead ? "" : "●",
                message.id.rawValue,
                dates.display(message.sent),
                formatter.cut(MessageFormatter.title(of: message), to: room),
                namesApps ? shown.appTitle : ""
            )
            if let subtitle = message.subtitle, !subtitle.isEmpty {
                table.add("", "", "", formatter.cut(subtitle, to: room))
            }
        }
        return table.text
    }

    /// A table for narrow terminals, without dates and with each id on its own line.
    private func narrowTable(namesApps: Bool) -> String {
        var table = TextTable("", "MESSAGE")
        for shown in page.messages {
            let message = shown.message
            table.add(
                message.isRead ? "" : "●",
                formatter.cut(MessageFormatter.title(of: message), to: formatter.width - 3)
            )
            for line in [message.subtitle, namesApps ? shown.appTitle : nil] {
                if let line, !line.isEmpty { table.add("", formatter.cut(line, to: formatter.width - 3)) }
            }
            table.add("", message.id.rawValue)
        }
        return table.text
    }

    /// The messages, the start of the next page, the unread count, and the state of the cloud.
    var json: JSONValue {
        .members([
            "messages": page.messages.map { MessageFormatter.json($0) }, "unread": page.unread,
            "cloud": MessageFormatter.json(status), "next": page.next,
        ])
    }
}
