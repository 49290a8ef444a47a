import ArgumentParser
import CardRendering
import Foundation
import HostDaemon
import HostModel
import JSON
import LocalAPI

struct SendCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a message to inboxes, with a notification or silently.",
        discussion: """
            Sends through the cloud that runs inside Today, whose keys it knows, or with --cloud through another one.
            Everyone who uses the app gets the message, unless --to or --tag says who. When the command ends, the message
            is on the cloud's disk and will not be lost.

            EXAMPLES
              today send --title Dinner --body "Soup, in 10 minutes."
              today send --title "Your invoice" --subtitle November --html invoice.html --expires 30d
              today send --title Report --markdown report.md --to ada --silent
              today send --title "Doors open" --body "Come in." --no-inbox --wake
              secret-tool lookup cloud master | today send --title Hello --body Hi --cloud https://push.example.org \\
                --app-key x1Yh… --master-secret-stdin
            """
    )

    /// The largest body of a message in bytes, which is also the cloud's limit.
    private static let bodyLimit = 512 * 1024

    @Option(parsing: .unconditional, help: .value("TEXT", "The title."))
    var title: String

    @Option(parsing: .unconditional, help: .value("TEXT", "The text, as plain text."))
    var body: String?

    @Option(help: .value("FILE", "A file with the text as HTML."), completion: .file())
    var html: String?

    @Option(help: .value("FILE", "A file with the text as Markdown."), completion: .file())
    var markdown: String?

    @Option(parsing: .unconditional, help: .value("TEXT", "A second line for lists."))
    var subtitle: String?

    @Option(help: .value("URL", "The address of a picture for lists, http or https."))
    var icon: String?

    @Option(
        help: .value("DURATION", "How long until the message expires: 2h, 30d. Never if left out."),
        transform: TimeSpan.init(argument:)
    )
    var expires: TimeSpan?

    @Option(help: .value("USER", "Send to this person only."))
    var to: String?

    @Option(help: .value("TAG", "Send to devices that have this tag."))
    var tag: String?

    @Option(
        parsing: .unconditional,
        help: .value("TEXT", "The text of the notification; made from the message if left out.")
    )
    var alert: String?

    @Flag(help: "Show no notification; only tell the app.")
    var silent = false

    @Flag(help: "Start the app in the background as well as showing the notification.")
    var wake = false

    @Flag(help: "Only show a notification, and put nothing into inboxes.")
    var noInbox = false

    @Option(help: .value("APP", "Send to this app's inbox, with the keys of the cloud inside Today."))
    var app: String?

    @OptionGroup(title: "Another cloud") var cloud: CloudOptions

    @Flag(help: "Print the ids of what was sent as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard !title.isEmpty else { throw ValidationError("The title is empty.") }
        let bodies = [body, html, markdown].compactMap(\.self)
        guard bodies.count == 1, bodies.first != "" else {
            throw ValidationError("Specify what to send: --body TEXT, --html FILE or --markdown FILE.")
        }
        guard to == nil || tag == nil else { throw ValidationError("Use --to or --tag, not both.") }
        guard to != "", tag != "" else { throw ValidationError("Say who gets it: the name is empty.") }
        guard !silent || alert == nil else { throw ValidationError("A silent message has no --alert.") }
        guard !silent || !wake else { throw ValidationError("A silent message starts the app already.") }
        guard !silent || !noInbox else { throw ValidationError("--silent with --no-inbox would send nothing.") }
        guard !noInbox || (expires == nil && icon == nil && html == nil && markdown == nil) else {
            throw ValidationError(
                "--html, --markdown, --icon and --expires need an inbox message; leave out --no-inbox."
            )
        }
        if let icon, !icon.hasPrefix("https://"), !icon.hasPrefix("http://") {
            throw ValidationError("--icon is an address that begins with http:// or https://.")
        }
        if let expires, expires.seconds < 1 { throw ValidationError("--expires is at least 1s.") }
        guard app == nil || cloud.url == nil else {
            throw ValidationError("Use --app or --cloud: the app key says which app it is.")
        }
    }

    func run(in context: CommandContext) async throws {
        let message = try message(in: context)
        let sender = try await sender(in: context)
        let sent = try await sender.send(message)
        context.print(
            TerminalText.safe(sent.message ?? sent.push),
            or: ["pushID": sent.push, "messageID": sent.message],
            asJSON: json
        )
    }

    func message(in context: CommandContext) throws -> OutgoingMessage {
        let content: OutgoingMessage.Content =
            if let body {
                .init(type: .plain, text: body)
            } else if let html {
                .init(type: .html, text: try context.text(ofFile: html, limit: Self.bodyLimit))
            } else {
                .init(type: .markdown, text: try context.text(ofFile: markdown ?? "", limit: Self.bodyLimit))
            }
        return OutgoingMessage(
            title: title,
            subtitle: subtitle,
            content: content,
            icon: icon,
            seconds: expires.map { Int($0.seconds.rounded(.up)) },
            audience: to.map(OutgoingMessage.Audience.person) ?? tag.map(OutgoingMessage.Audience.tag) ?? .all,
            alert: alert,
            isSilent: silent,
            wakesApp: wake,
            goesToInboxes: !noInbox
        )
    }

    private func sender(in context: CommandContext) async throws -> MessageSender {
        if let sender = try cloud.sender(in: context) { return sender }
        let client = try host.client(context)
        let id = try await client.findApp(app)
        let keys = try await client.send(GetSenderKeysRequest(of: id))
        let status = try await client.send(GetCloudStatusRequest())
        if let url = status.url, !status.isLocal {
            context.console.printError(
                """
                This host has joined \(TerminalText.safe(url)), so it does not get what is sent through the cloud inside \
                Today; other hosts may. To send there: --cloud \(TerminalText.safe(url)) --app-key KEY \
                --master-secret-stdin
                """
            )
        }
        return MessageSender(url: keys.url, appKey: keys.appKey, masterSecret: keys.masterSecret)
    }
}

struct CloudOptions: ParsableArguments {
    @Option(name: .customLong("cloud"), help: .value("URL", "The address of the cloud."))
    var url: String?

    @Option(parsing: .unconditional, help: .value("KEY", "The app's key, which is not secret."))
    var appKey: String?

    @Flag(help: "Read the app's master secret from the first line of standard input.")
    var masterSecretStdin = false

    @Flag(help: "Send also over plain HTTP to another machine, where others can read the secret.")
    var insecure = false

    func validate() throws {
        guard let url else {
            guard appKey == nil, !masterSecretStdin, !insecure else {
                throw ValidationError("--app-key, --master-secret-stdin and --insecure go with --cloud.")
            }
            return
        }
        if let mistake = MessageSender.mistake(inCloud: url, isInsecure: insecure) { throw ValidationError(mistake) }
        guard let appKey, !appKey.isEmpty, masterSecretStdin else {
            throw ValidationError("With --cloud give --app-key KEY and --master-secret-stdin.")
        }
        guard !appKey.contains(":") else { throw ValidationError("--app-key has a colon, which no key has.") }
    }

    /// Returns a sender for the cloud in the options; `nil` if they name none.
    func sender(in context: CommandContext) throws(CommandError) -> MessageSender? {
        guard let url, let appKey else { return nil }
        guard let secret = context.console.readLine(), !secret.isEmpty else {
            throw CommandError("Standard input has no master secret in its first line.")
        }
        return MessageSender(url: url, appKey: appKey, masterSecret: secret)
    }
}
