import ArgumentParser
import CardRendering
import Host
import HostAPIClient
import JSON
import TodayProtocol

/// `today inbox open`: shows a message and marks it as read.
struct InboxOpenCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Show a message as plain text, and mark it as read.",
        discussion: """
            EXAMPLE
              today inbox open 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d
            """
    )

    @Argument(
        help: ArgumentHelp("The message's id, as “today inbox” shows it, or how it begins.", valueName: "ID"),
        transform: MessageArgument.id
    )
    var id: MessageID

    @Option(
        help: ArgumentHelp(
            "The app's bundle identifier or name, if two apps have a message with that id.",
            valueName: "APP"
        )
    )
    var app: String?

    @Flag(help: "Print the message as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        let report = try await host.withHost(context) { client in
            let appID: AppID? = if let app { try await client.send(FindAppRequest(app)) } else { nil }
            var shown = try await client.findMessage(id, of: appID)
            let id = shown.message.id
            let text = try await client.messageText(id, of: shown.app)
            if !shown.message.isRead {
                try await client.send(SetMessagesReadRequest(true, [MessageReference(app: shown.app, id: id)]))
                shown.message.isRead = true
            }
            return MessageReport(shown: shown, body: text, formatter: TerminalFormatter(context), zone: context.zone)
        }
        context.console.print(report, asJSON: json)
    }
}

/// One message with its text.
struct MessageReport: Report {
    var shown: ShownMessage
    /// The text of its body, or `nil` if the body has not arrived yet.
    var body: String?
    var formatter: TerminalFormatter
    var zone: String

    /// The title, the subtitle, the date with its zone, and the text of the body.
    var text: String {
        let message = shown.message
        let dates = Dates(zone: zone)
        var lines = [formatter.heading(MessageFormatter.title(of: message))]
        if let subtitle = message.subtitle, !subtitle.isEmpty { lines.append(TerminalText.safe(subtitle)) }
        let until = message.expires.map { ", until \(dates.display($0))" } ?? ""
        lines.append(formatter.secondary("\(shown.appTitle), \(dates.display(message.sent))\(until)"))
        lines.append(formatter.secondary(dates.zoneLine))
        lines.append("")
        lines.append(body.map(TerminalText.safeLines) ?? "The text of this message has not arrived yet.")
        return lines.joined(separator: "\n")
    }

    /// The message, and its text if it is on this device.
    var json: JSONValue { MessageFormatter.json(shown, text: body) }
}
