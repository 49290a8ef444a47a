import ArgumentParser
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct AuditCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show which rights were granted, who signed in, and what was refused or killed.",
        discussion: """
            The newest entry comes first. Each entry contains a hash of itself and of the one before it; --verify checks
            all of them. Whoever can write to the state folder can also write a new log: to notice that, keep the newest
            hash elsewhere and compare it. Today keeps the newest 10,000 entries.

            EXAMPLES
              today audit
              today audit --app Weather --limit 20
              today audit --verify
            """
    )

    @Option(help: .value("APP", "Show only entries about this app."))
    var app: String?

    @Option(help: .value("N", "How many entries to show at most, 1 to 1000."))
    var limit = 50

    @Option(help: .value("NUMBER", "Show only entries before the one with this number."))
    var before: Int64?

    @Flag(help: "Also check the whole log; the status is 1 if an entry was changed or removed.")
    var verify = false

    @Flag(help: "Print the entries as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        let limits = GetAuditRequest.limits
        guard limits.contains(limit) else {
            throw ValidationError("--limit is a number from \(limits.lowerBound) to \(limits.upperBound).")
        }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        var identifier: AppID?
        var unknown: HostError?
        if let app {
            do throws(HostError) {
                identifier = try await client.findNotifyingApp(app)
            } catch {
                guard error.code == .notFound else { throw error }
                // The log also contains removed apps, by their identifiers.
                (identifier, unknown) = (AppID(app), error)
            }
        }
        let page = try await client.send(
            GetAuditRequest(of: identifier, before: before, limit: limit, isChecked: verify)
        )
        if let unknown, page.entries.isEmpty {
            throw HostError(.notFound, "\(unknown.message) Of a removed app, give the bundle identifier.")
        }
        context.print(AuditReport(page: page, isChecked: verify), asJSON: json)
        if let number = page.firstBroken {
            throw CommandError(
                "Entry \(number) of the audit log does not follow from the one before it: the log was changed."
            )
        }
    }
}

struct AuditReport: Report {
    var page: AuditLogPart
    var isChecked: Bool

    func text(in context: CommandContext) -> String {
        guard !page.entries.isEmpty else { return "There are no entries." }
        let dates = context.dates
        let table = TextTable(
            of: page.entries,
            ("NUMBER", { String($0.number) }),
            ("TIME", { dates.display($0.date) }),
            ("EVENT", \.kind.title.english),
            ("APP", { $0.appName ?? $0.app?.rawValue }),
            ("DETAILS", \.detail)
        )
        var lines = [table.text(width: context.tableWidth), dates.zoneLine]
        if isChecked, page.firstBroken == nil { lines.append("Each entry follows from the one before it.") }
        if isChecked, let newest = page.entries.first { lines.append("Hash of entry \(newest.number): \(newest.hash)") }
        return lines.joined(separator: "\n")
    }

    var json: JSONValue {
        .members([
            "entries": JSONValue.list(page.entries) {
                [
                    "number": $0.number, "date": $0.date, "kind": $0.kind, "app": $0.app.orNull,
                    "app_name": $0.appName.orNull, "detail": $0.detail, "hash": $0.hash,
                ]
            },
            "first_broken": isChecked ? page.firstBroken.orNull : nil,
        ])
    }
}
