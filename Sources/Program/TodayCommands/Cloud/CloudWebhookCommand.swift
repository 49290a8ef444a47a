import ArgumentParser
import CloudDaemon
import CloudStorage
import Foundation
import JSON

struct CloudWebhookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook",
        abstract: "Send the pushes of an app to open channels of other platforms.",
        discussion: """
            An open channel is an address on a platform that the sender names, such as a number for short messages. A server
            of yours receives each push for such a channel as a signed request, and delivers it. A running cloud uses a
            changed webhook within seconds.

            EXAMPLES
              today cloud webhook set org.example.News --platform sms --url https://hooks.example.org/push
              today cloud webhook                          List the webhooks, and what waits
              today cloud webhook remove org.example.News --platform sms
            """,
        subcommands: [CloudWebhookListCommand.self, CloudWebhookSetCommand.self, CloudWebhookRemoveCommand.self],
        defaultSubcommand: CloudWebhookListCommand.self
    )
}

struct CloudWebhookListCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the webhooks, what waits to be sent, and what their servers refuse."
    )

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the webhooks as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let webhooks = try await location.withCloud(context) { cloud in
            try await cloud.accounts { if case .webhook(let webhook) = $0 { webhook.url } else { nil } }
        }
        context.print(CloudWebhookReport(webhooks: webhooks), asJSON: json)
    }
}

struct CloudWebhookSetCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the webhook for an app's open channels of a platform.",
        discussion: """
            Each request is signed with a secret, as Standard Webhooks defines it. The secret is created and printed once if
            the webhook is new and no file has one; a webhook that is set again keeps its secret. What waits is sent at once.
            """
    )

    @Argument(help: .value("APP", "The app, which has keys in this cloud."))
    var app: String

    @OptionGroup var platform: WebhookPlatformOption

    @Option(help: .value("URL", "The https address that pushes are posted to."))
    var url: String

    @Option(help: .value("FILE", "A file with the secret: whsec_ and base64 of 24 to 64 bytes."), completion: .file())
    var secretFile: String?

    @Option(
        help: ArgumentHelp(
            "Certificates of authorities that may vouch for the server instead of those of the system (PEM).",
            valueName: "FILE"
        ),
        completion: .file()
    )
    var ca: String?

    @Flag(help: "Let the server be on this machine; otherwise it must have a public address.")
    var allowLoopback = false

    @OptionGroup var location: CloudStateOption

    func run(in context: CommandContext) async throws {
        let given = try secretFile.map { path throws(CommandError) in
            try context.text(ofFile: path).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let authorities = try ca.map { try context.text(ofFile: $0) }
        let created = try await location.withCloud(context) { cloud in
            try await cloud.setWebhook(
                url: url,
                secret: given,
                authorities: authorities,
                allowsLoopback: allowLoopback,
                of: app,
                type: platform.type
            )
        }
        context.console.print("Pushes of \(app) for \(platform.type) are posted to \(url).")
        if let created { context.console.print("Secret, which is not shown again: \(created)") }
    }
}

struct CloudWebhookRemoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a webhook, its secret and what waits to be sent."
    )

    @Argument(help: .value("APP", "The app."))
    var app: String

    @OptionGroup var platform: WebhookPlatformOption

    @OptionGroup var location: CloudStateOption

    func run(in context: CommandContext) async throws {
        let wasThere = try await location.withCloud(context) { cloud in
            try await cloud.removeAccount(of: app, type: platform.type)
        }
        guard wasThere else {
            throw CommandError("\(app) has no webhook for \(platform.type). List them with: today cloud webhook")
        }
        context.console.print("Pushes of \(app) for \(platform.type) are not posted any more.")
    }
}

struct WebhookPlatformOption: ParsableArguments {
    @Option(help: .value("NAME", "The platform's name, as in open::NAME."))
    var platform: String

    var type: String { "open::\(platform)" }

    func validate() throws {
        guard (1...100).contains(platform.utf8.count) else {
            throw ValidationError("--platform is a name of at most 100 bytes, such as sms for open::sms.")
        }
        guard type != CloudAdministration.hostChannelType else {
            throw ValidationError("“today” is the platform of hosts, which need no webhook.")
        }
    }
}

struct CloudWebhookReport: Report {
    /// The webhooks with their addresses.
    var webhooks: [(record: OutboxAccount, account: String, waiting: Int)]

    func text(in context: CommandContext) -> String {
        guard !webhooks.isEmpty else { return "No app has a webhook. Set one with: today cloud webhook set APP …" }
        let dates = context.dates
        let table = TextTable(
            of: webhooks,
            ("APP", \.record.appName),
            ("CHANNELS", \.record.key.type),
            ("URL", \.account),
            ("WAITING", { String($0.waiting) }),
            ("STATE", { $0.record.state(dates) })
        )
        return table.text(with: dates, hasDates: webhooks.contains { $0.record.failure != nil })
    }

    var json: JSONValue {
        .list(webhooks) {
            [
                "app": $0.record.appName, "type": $0.record.key.type, "url": $0.account, "waiting": $0.waiting,
                "failure": $0.record.failure, "retry": $0.record.refusedUntil,
            ]
        }
    }
}
