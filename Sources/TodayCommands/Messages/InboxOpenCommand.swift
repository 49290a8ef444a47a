package import ArgumentParser
import Host
import HostAPI
import TodayProtocol

/// `today inbox open`: shows a message, which is then read.
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
        help: ArgumentHelp("The message's id; today inbox shows it.", valueName: "ID"),
        transform: MessageArgument.id
    )
    var id: MessageID

    @Option(help: ArgumentHelp("The app's bundle identifier or name, if two have such a message.", valueName: "APP"))
    var app: String?

    @Flag(help: "Print the message as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let report = try await host.withHost(context) { client in
            let appID: AppID? = if let app { try await client.findApp(app) } else { nil }
            var shown = try await client.findMessage(id, of: appID)
            let text = try await client.messageText(id, of: shown.app)
            if !shown.message.isRead {
                try await client.setRead(true, [MessagePlace(app: shown.app, id: id)])
                shown.message.isRead = true
            }
            return MessageReport(shown: shown, text: text, look: TerminalLook(context), zone: context.zone)
        }
        context.console.print(report, asJSON: json)
    }
}
