import AdaptiveCards
import ArgumentParser
import CardRendering
import Foundation
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct WhyCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Show when and why a widget was updated or an app ran in the background, and how that ended.",
        discussion: """
            For a widget, it also shows how old the content is, when it is updated next, and how many of today's updates
            ran while nobody watched. If an app and its only widget share a name, both are shown. The last lines of standard
            error follow.

            EXAMPLES
              today why Weather
              today why Weather --limit 100 --json
            """
    )

    @Argument(help: .value("NAME", "The bundle identifier or name of a widget or an app."))
    var name: String

    @Option(help: .value("N", "How many entries to show at most, 1 to 1000."))
    var limit = 20

    @Flag(help: "Print the entries as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 1000.") }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let language = try host.viewer(context).language
        let app = try await client.sendIfFound(FindAppRequest(name))
        var report = LedgerReport(entries: [], language: language)
        if let app {
            report.runs = try await client.send(GetBackgroundRunsRequest(of: app, limit: limit))
        }
        do throws(HostError) {
            let widget = try await client.send(FindWidgetRequest(name))
            report.widget = widget
            report.entries = try await client.send(GetLedgerRequest(of: widget, limit: limit))
            report.schedule = try await client.send(GetUpdateScheduleRequest(of: widget))
        } catch {
            // An app may have no widget, or several.
            guard error.code == .notFound, app != nil else { throw error }
        }
        let subject = app.map(GetAppLogRequest.Subject.app)
        if let subject = subject ?? report.widget.map(GetAppLogRequest.Subject.widget) {
            let lines = try await client.send(GetAppLogRequest(of: subject))
            report.standardError = Array(
                lines.filter { $0.source == .standardError }.suffix(AppLogLine.causeLength)
            )
        }
        context.print(report.limited(to: limit), asJSON: json)
    }
}

struct LedgerReport: Report {
    /// The widget; `nil` for an app without one.
    var widget: WidgetID?
    var entries: [LedgerEntry]
    var runs: [BackgroundRun] = []
    /// The widget's age and next update; `nil` for an app without a widget.
    var schedule: UpdateSchedule?
    var standardError: [AppLogLine] = []
    /// The person's language; messages of a widget in other languages are only in the JSON.
    var language: String = "en"

    /// Returns a report with the newest entries of both kinds, at most `limit` in all.
    func limited(to limit: Int) -> LedgerReport {
        let dates = (entries.map(\.date) + runs.map(\.date)).sorted(by: >)
        guard dates.count > limit, let oldest = dates.prefix(limit).last else { return self }
        var report = self
        report.entries.removeAll { $0.date < oldest }
        report.runs.removeAll { $0.date < oldest }
        return report
    }

    func text(in context: CommandContext) -> String {
        [updates(context), standardErrorText(context.dates)].compactMap(\.self).joined(separator: "\n\n")
    }

    private func updates(_ context: CommandContext) -> String {
        let tables = tables(context)
        guard let schedule else { return tables }
        let text = "\(text(of: schedule, context.dates))\n\n\(tables)"
        // The first instance of a widget is identified by the name that the person gave.
        guard let widget, widget != widget.bundle else { return text }
        return "\(widget)\n\(text)"
    }

    private func text(of schedule: UpdateSchedule, _ dates: Dates) -> String {
        let age = dates.age(
            updated: schedule.updated,
            nextUpdate: schedule.nextUpdate,
            isFailing: schedule.isFailing,
            now: schedule.now
        )
        var lines = ["\(age)."]
        if let since = schedule.failingSince {
            let reason = entries.first { $0.outcome == .failed }.flatMap(message(of:))
            let end = reason.map { ": \(TerminalText.safe($0))" } ?? "."
            let names = Set(schedule.failingLanguages.map(Self.name(ofLanguage:))).sorted()
            let updates = names.isEmpty ? "Updates" : "Updates in \(TerminalText.safe(names.joined(separator: ", ")))"
            lines.append("\(updates) have failed since \(dates.display(since))\(end)")
        }
        if schedule.obstacle != .turnedOff {
            lines.append(
                "Updates today while nobody watched: \(schedule.unseenUpdates) of \(schedule.unseenUpdateLimit)."
            )
        }
        switch schedule.obstacle {
        case .turnedOff: lines.append("No updates while nobody watches: \"unseen-updates\" is 0.")
        case .notOnScreen: lines.append("No updates while nobody watches: the widget is not on the screen.")
        case .lowBattery: lines.append("No updates while nobody watches: the battery is low.")
        case .limitReached:
            lines.append("No updates while nobody watches until midnight, because today's limit is reached.")
        case nil: break
        }
        if let cut = schedule.cut { lines.append(cut) }
        if !schedule.mistakes.isEmpty {
            lines += ["", "Mistakes in its cards:"]
            lines += schedule.mistakes.map { "  " + TerminalText.safe($0.description) }
        }
        return lines.joined(separator: "\n")
    }

    private func standardErrorText(_ dates: Dates) -> String? {
        guard !standardError.isEmpty else { return nil }
        let lines = standardError.map { "\(dates.display($0.date))  \(TerminalText.safe($0.text))" }
        return (["STANDARD ERROR"] + lines).joined(separator: "\n")
    }

    private func tables(_ context: CommandContext) -> String {
        let dates = context.dates
        guard !entries.isEmpty || !runs.isEmpty else {
            let nothing = "Nothing has been updated or run yet."
            return schedule?.nextUpdate == nil ? nothing : "\(nothing)\n\n\(dates.zoneLine)"
        }
        let updates = entries.isEmpty ? "" : updateTable(context)
        guard !runs.isEmpty else { return "\(updates)\n\n\(dates.zoneLine)" }
        let heading = updates.isEmpty ? "" : "\(updates)\n\nIN THE BACKGROUND\n"
        return "\(heading)\(runTable(context))\n\n\(dates.zoneLine)"
    }

    private func runTable(_ context: CommandContext) -> String {
        let dates = context.dates
        return TextTable(
            of: runs,
            ("TIME", { dates.display($0.date) }),
            ("WHY", \.reason.rawValue),
            ("OUTCOME", { $0.result?.rawValue ?? $0.outcome.rawValue }),
            ("TOOK", { Dates.duration(milliseconds: $0.milliseconds) }),
            ("PEAK MEMORY", { $0.peakMemory.map(Dates.memory) }),
            ("", \.message)
        ).text(width: context.tableWidth)
    }

    private func updateTable(_ context: CommandContext) -> String {
        let dates = context.dates
        return TextTable(
            of: entries,
            ("TIME", { dates.display($0.date) }),
            ("WHY", { $0.reasons.isEmpty ? "idle" : $0.reasons.map(\.rawValue).sorted().joined(separator: ", ") }),
            ("OUTCOME", \.outcome.rawValue),
            ("TOOK", { Dates.duration(milliseconds: $0.milliseconds) }),
            ("PEAK MEMORY", { $0.peakMemory.map(Dates.memory) }),
            ("", message(of:))
        ).text(width: context.tableWidth)
    }

    /// Returns the reason for a failed update, or a hint if it is only available in another language.
    private func message(of entry: LedgerEntry) -> String? {
        guard let other = entry.language, Self.primary(other) != Self.primary(language) else { return entry.message }
        let name = Self.name(ofLanguage: other)
        return "It said why in \(name); to be told in your language: today reload \(widget?.rawValue ?? "")"
    }

    private static func primary(_ tag: String) -> String { tag.prefix { $0 != "-" }.lowercased() }

    /// Returns the English name of a language, or its tag if it has none.
    private static func name(ofLanguage tag: String) -> String {
        Locale(identifier: "en").localizedString(forLanguageCode: primary(tag)) ?? tag
    }

    var json: JSONValue {
        let failed = entries.firstIndex { $0.outcome == .failed }
        // The mistakes are those of the widget's latest answer.
        let newest = entries.firstIndex { $0.outcome == .newData || $0.outcome == .noData }
        let mistakes = schedule?.mistakes ?? []
        let updates = entries.enumerated().map { index, entry in
            JSONValue.members([
                "date": entry.date, "reasons": entry.reasons.map(\.rawValue).sorted(), "outcome": entry.outcome,
                "milliseconds": entry.milliseconds, "peakMemory": entry.peakMemory, "message": entry.message,
                "language": entry.language,
                "standardError": index == failed && !standardError.isEmpty ? standardError.map(\.text) : nil,
                "mistakes": index == newest && !mistakes.isEmpty
                    ? JSONValue.list(mistakes) { ["path": $0.path, "message": $0.message] } : nil,
            ])
        }
        let runs = runs.map { run in
            JSONValue.members([
                "date": run.date, "run": run.reason, "outcome": run.outcome, "result": run.result,
                "milliseconds": run.milliseconds, "peakMemory": run.peakMemory, "message": run.message,
            ])
        }
        return .array(updates + runs)
    }
}
