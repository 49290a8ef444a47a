import ArgumentParser
import CardRendering
import Foundation
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct TraceCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Show where a notification or a push has been, hop by hop.",
        discussion: """
            ID is a notification's number, as “today notifications” shows it, the id of a push or of a message, or the \
            identifier that the app uses; of an id, the first four characters are enough. A trace also knows notifications \
            that are gone. Today keeps the newest 10,000 hops for 30 days, without any text of a notification.

            EXAMPLES
              today trace 12
              today trace 1f6c --json
              today trace reminder --app Habits
            """
    )

    @Argument(help: .value("ID", "The notification's number, or an id."))
    var id: String

    @Option(help: .value("APP", "The app, if several use the same identifier."))
    var app: String?

    @Flag(help: "Print the hops as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let identifier: AppID? = if let app { try await client.findNotifyingApp(app) } else { nil }
        context.print(TraceReport(trace: try await client.send(GetTraceRequest(id, of: identifier))), asJSON: json)
    }
}

struct TraceReport: Report {
    var trace: DeliveryTrace

    func text(in context: CommandContext) -> String {
        let dates = context.dates
        let events = trace.events
        let table = TextTable(
            of: events.indices,
            ("TIME", { dates.display(events[$0].date) }),
            ("AFTER", { $0 == 0 ? nil : Self.pause(from: events[$0 - 1].date, to: events[$0].date) }),
            ("HOP", { events[$0].sentence })
        )
        let name = "\(TerminalText.safe(trace.identifier)) of \(TerminalText.safe(trace.app.rawValue))"
        return "\(name)\n\(table.text(width: context.tableWidth))\n\(dates.zoneLine)"
    }

    /// Returns the time between two hops; `nil` if the clock of the cloud is ahead of this machine's.
    private static func pause(from first: Date, to second: Date) -> String? {
        let seconds = second.timeIntervalSince(first)
        guard seconds >= 0 else { return nil }
        guard seconds >= 60 else { return Dates.duration(milliseconds: seconds * 1000) }
        let (minutes, hours, days) = (Int(seconds / 60), Int(seconds / 3600), Int(seconds / 86_400))
        if days > 0 { return "\(days) d \(hours % 24) h" }
        return hours > 0 ? "\(hours) h \(minutes % 60) min" : "\(minutes) min \(Int(seconds) % 60) s"
    }

    var json: JSONValue { .encoding(trace) }
}

extension TraceEvent {
    /// The hop, with the device, the push service and the chosen action.
    fileprivate var sentence: String {
        let place = device ?? (kind == .actedOn ? surface?.rawValue : nil)
        let action = detail == NotificationAction.defaultIdentifier ? LocalizableText.bubbleOpen.english : detail
        let details = [place, service, kind == .actedOn ? action : nil].compactMap(\.self)
        return ([text.english] + (details.isEmpty ? [] : [details.joined(separator: ", ")])).joined(separator: ": ")
    }
}
