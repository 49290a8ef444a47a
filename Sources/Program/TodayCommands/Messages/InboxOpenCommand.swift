package import ArgumentParser
import CardRendering
package import Host
import HostAPIClient
package import JSON
import TodayProtocol

/// `today inbox open`: shows a message and marks it as read.
package struct InboxOpenCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
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

    package init() {}

    package func run(in context: CommandContext) async throws {
        let report = try await host.withHost(context) { client in
            let appID: AppID? = if let app { try await client.send(FindAppRequest(app)) } else { nil }
            var shown = try await client.findMessage(id, of: appID)
            let id = shown.message.id
            let text = try await client.messageText(id, of: shown.app)
            if !shown.message.isRead {
                try await client.send(SetMessagesReadRequest(true, [MessageReference(app: shown.app, id: id)]))
                shown.message.isRead = true
            }
            return MessageReport(shown: shown, text: text, formatter: TerminalFormatter(context), zone: context.zone)
        }
        context.console.print(report, asJSON: json)
    }
}

/// One message with its text.
package struct MessageReport: Report {
    package var shown: ShownMessage
    /// The text of its body, or `nil` if the body has not arrived yet.
    package var body: String?
    /// The formatter of the text.
    package var formatter: TerminalFormatter
    /// The time zone for times.
    package var zone: String

    package init(shown: ShownMessage, text: String?, formatter: TerminalFormatter, zone: String) {
        self.shown = shown
        body = text
        self.formatter = formatter
        self.zone = zone
    }

    /// The title, the subtitle, the date with its zone, and the text of the body.
    package var text: String {
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
    package var json: JSONValue {
        var members = MessageFormatter.json(shown)
        members["text"] = body.map(JSONValue.string)
        return .object(members)
    }
}
