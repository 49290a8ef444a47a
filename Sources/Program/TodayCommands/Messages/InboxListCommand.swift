import ArgumentParser
import CardRendering
import Foundation
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct InboxListCommand: HostCommand {
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

    @Option(help: .value("APP", "The app's bundle identifier or name; all if left out."))
    var app: String?

    @Option(help: .value("TEXT", "Words that must all be in the title, the subtitle or the text."))
    var search: String?

    @Option(
        help: .value("ID", "List messages older than the one with this id, or how the id begins."),
        transform: MessageArgument.id
    )
    var after: MessageID?

    @Option(help: .value("N", "How many to show at most, 1 to 1000."))
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

    func run(with client: HostClient, in context: CommandContext) async throws {
        let id = try await client.findApp(app)
        let start: MessageID? =
            if let after { try await client.findAllMessages([after], of: id).first?.id } else { nil }
        if refresh { try await client.send(RefreshMessagesRequest()) }
        let report = InboxReport(
            page: try await client.send(ListMessagesRequest(of: id, after: start, limit: limit, matching: search)),
            status: try await client.send(GetCloudStatusRequest())
        )
        context.print(report, asJSON: json)
    }
}

struct InboxReport: Report {
    var page: MessagePage
    var status: CloudStatus

    func text(in context: CommandContext) -> String {
        let (formatter, dates) = (TerminalFormatter(context), context.dates)
        var parts = [table(formatter, dates)]
        let hasDates = !page.messages.isEmpty && !formatter.isNarrow
        if hasDates { parts.append(dates.zoneLine) }
        if page.unread > 0 { parts.append("\(page.unread) unread.") }
        if let next = page.next { parts.append("There are older ones: today inbox list --after \(next)") }
        if let line = MessageFormatter.line(status, dates) { parts.append(TerminalText.safe(line)) }
        if !hasDates, case .offline = status.state { parts.append(dates.zoneLine) }
        return parts.joined(separator: "\n")
    }

    private func table(_ formatter: TerminalFormatter, _ dates: Dates) -> String {
        guard !page.messages.isEmpty else { return "There are no messages." }
        let namesApps = Set(page.messages.map(\.app)).count > 1
        if formatter.isNarrow { return narrowTable(formatter, namesApps: namesApps) }
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
    private func narrowTable(_ formatter: TerminalFormatter, namesApps: Bool) -> String {
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

    var json: JSONValue {
        .members([
            "messages": page.messages.map { MessageFormatter.json($0) }, "unread": page.unread,
            "cloud": MessageFormatter.json(status), "next": page.next,
        ])
    }
}

struct InboxOpenCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Show a message as plain text, and mark it as read.",
        discussion: examples("today inbox open 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d")
    )

    @Argument(
        help: .value("ID", "The message's id, as “today inbox” shows it, or how it begins."),
        transform: MessageArgument.id
    )
    var id: MessageID

    @Option(help: .value("APP", "The app's bundle identifier or name, if two apps have a message with that id."))
    var app: String?

    @Flag(help: "Print the message as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let appID = try await client.findApp(app)
        var shown = try await client.findMessage(id, of: appID)
        let id = shown.message.id
        let text = try await client.messageText(id, of: shown.app)
        if !shown.message.isRead {
            try await client.send(SetMessagesReadRequest(true, [MessageReference(app: shown.app, id: id)]))
            shown.message.isRead = true
        }
        context.print(MessageReport(shown: shown, body: text), asJSON: json)
    }
}

struct MessageReport: Report {
    var shown: ShownMessage
    /// The text of its body, or `nil` if the body has not arrived yet.
    var body: String?

    func text(in context: CommandContext) -> String {
        let message = shown.message
        let (formatter, dates) = (TerminalFormatter(context), context.dates)
        var lines = [formatter.heading(MessageFormatter.title(of: message))]
        if let subtitle = message.subtitle, !subtitle.isEmpty { lines.append(TerminalText.safe(subtitle)) }
        let until = message.expires.map { ", until \(dates.display($0))" } ?? ""
        lines.append(formatter.secondary("\(shown.appTitle), \(dates.display(message.sent))\(until)"))
        lines.append(formatter.secondary(dates.zoneLine))
        lines.append("")
        lines.append(body.map(TerminalText.safeLines) ?? "The text of this message has not arrived yet.")
        return lines.joined(separator: "\n")
    }

    var json: JSONValue { MessageFormatter.json(shown, text: body) }
}

enum MessageFormatter {
    static func title(of message: Message) -> String { message.title.isEmpty ? "Untitled" : message.title }

    /// Returns all properties of a message, with the text of its body if that is known.
    static func json(_ shown: ShownMessage, text: String? = nil) -> JSONValue {
        let message = shown.message
        return .members([
            "id": message.id, "app": shown.app, "appTitle": shown.appTitle, "title": message.title,
            "subtitle": message.subtitle, "text": text, "sent": message.sent, "expires": message.expires,
            "isRead": message.isRead, "contentType": message.contentType, "hasBody": message.hasBody,
            "icon": message.icon, "extra": message.extra,
        ])
    }

    static func json(_ status: CloudStatus) -> JSONValue {
        let state = status.state.parts
        return .members([
            "isLocal": status.isLocal, "url": status.url, "user": status.user, "state": state.name,
            "since": state.since, "reason": state.reason,
        ])
    }

    /// Returns a line about the state of the cloud, or `nil` if everything works.
    static func line(_ status: CloudStatus, _ dates: Dates) -> String? {
        switch status.state {
        case .connected: nil
        case .connecting: "Connecting to the cloud; newer messages may follow."
        case .notLinked: "No messages arrive: this host has joined no cloud."
        case .offline(let since, let reason):
            "Messages may be out of date since \(dates.display(since)): \(reason.english)"
        case .unregistered: status.notice?.english
        }
    }
}
