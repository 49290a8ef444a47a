import ArgumentParser
import CloudDaemon
import CloudStorage
import Foundation
import JSON

struct CloudAPNsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apns",
        abstract: "Send the pushes of an app to its iPhones and iPads.",
        discussion: """
            The app's channels of the type ios, which its SDK registers, receive the same pushes as hosts. A running cloud
            uses a changed account within seconds.

            EXAMPLES
              today cloud apns set org.example.News --key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG \\
                --team-id DEF123GHIJ --topic org.example.News
              today cloud apns                             List the accounts, and what waits
              today cloud apns remove org.example.News
            """,
        subcommands: [CloudAPNsListCommand.self, CloudAPNsSetCommand.self, CloudAPNsRemoveCommand.self],
        defaultSubcommand: CloudAPNsListCommand.self
    )
}

struct CloudAPNsListCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts, what waits to be sent, and what APNs refuses."
    )

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the accounts as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let accounts = try await location.withCloud(context) { cloud in
            try await cloud.accounts { if case .apns(let account) = $0 { account } else { nil } }
        }
        context.print(CloudAPNsReport(accounts: accounts), asJSON: json)
    }
}

struct CloudAPNsSetCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the account of an app.",
        discussion: """
            The key is the file that Apple's developer site issues for push notifications; it is copied into the cloud's
            state. What waits is sent at once.
            """
    )

    @Argument(help: .value("APP", "The app, which has keys in this cloud."))
    var app: String

    @Option(help: .value("FILE", "The private key (.p8)."), completion: .file())
    var key: String

    @Option(help: .value("ID", "The id of the key, 10 letters and digits."))
    var keyID: String

    @Option(help: .value("ID", "The id of the team, 10 letters and digits."))
    var teamID: String

    @Option(help: .value("T", "The bundle identifier of the app on iOS."))
    var topic: String

    @Option(help: .value("HOST[:PORT]", "The server; api.sandbox.push.apple.com for an app that is run from Xcode."))
    var host = "api.push.apple.com"

    @Option(
        help: ArgumentHelp(
            "Certificates of authorities that may vouch for the server instead of those of the system (PEM).",
            valueName: "FILE"
        ),
        completion: .file()
    )
    var ca: String?

    @OptionGroup var location: CloudStateOption

    func run(in context: CommandContext) async throws {
        let server = CloudAdministration.server(host)
        let account = APNsAccount(
            privateKey: try context.text(ofFile: key),
            keyID: keyID,
            teamID: teamID,
            topic: topic,
            host: server.host,
            port: server.port,
            authorities: try ca.map { try context.text(ofFile: $0) }
        )
        try await location.withCloud(context) { try await $0.setAPNsAccount(account, of: app) }
        context.console.print("Pushes of \(app) reach its iPhones and iPads through \(server.host).")
    }
}

struct CloudAPNsRemoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove the account of an app, its key and what waits to be sent."
    )

    @Argument(help: .value("APP", "The app."))
    var app: String

    @OptionGroup var location: CloudStateOption

    func run(in context: CommandContext) async throws {
        let wasThere = try await location.withCloud(context) { cloud in
            try await cloud.removeAccount(of: app, type: APNsAccount.channelType)
        }
        guard wasThere else { throw CommandError("\(app) has no APNs account. List them with: today cloud apns") }
        context.console.print("Pushes of \(app) no longer reach iPhones and iPads.")
    }
}

struct CloudAPNsReport: Report {
    var accounts: [(record: OutboxAccount, account: APNsAccount, waiting: Int)]

    func text(in context: CommandContext) -> String {
        guard !accounts.isEmpty else {
            return "No app has an APNs account. Set one with: today cloud apns set APP …"
        }
        let dates = context.dates
        let table = TextTable(
            of: accounts,
            ("APP", \.record.appName),
            ("TOPIC", \.account.topic),
            ("SERVER", { Self.server($0.account) }),
            ("KEY", \.account.keyID),
            ("WAITING", { String($0.waiting) }),
            ("STATE", { $0.record.state(dates) })
        )
        return table.text(with: dates, hasDates: accounts.contains { $0.record.failure != nil })
    }

    private static func server(_ account: APNsAccount) -> String {
        account.port == 443 ? account.host : "\(account.host):\(account.port)"
    }

    var json: JSONValue {
        .list(accounts) { entry in
            let (record, account) = (entry.record, entry.account)
            return [
                "app": record.appName, "topic": account.topic, "host": account.host, "port": account.port,
                "key_id": account.keyID, "team_id": account.teamID, "waiting": entry.waiting,
                "failure": record.failure, "retry": record.refusedUntil,
            ]
        }
    }
}

extension OutboxAccount {
    func state(_ dates: Dates) -> String {
        guard let failure else { return "ready" }
        let cause = isExpired ? " (is the clock of this machine right?)" : ""
        return "refused: \(failure)\(cause), next attempt \(dates.display(retry))"
    }

    /// The time of the next attempt if the destination refuses the account.
    var refusedUntil: Date? { failure == nil ? nil : retry }

    /// `true` if APNs reports provider tokens as expired although they are new, as it does if the clock is wrong.
    var isExpired: Bool { failure == "ExpiredProviderToken" }
}
