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
    fileprivate var sentence: String {
        switch kind {
        case .accepted: "Accepted by the cloud"
        case .taken: "Taken by this device"
        case .bodyFetched: "Body of the message fetched"
        case .stored:
            switch detail {
            case "list": "Stored, in the list only"
            case "alert": "Stored, as an alert"
            default: "Stored, as a banner"
            }
        case .shown where detail == TraceEvent.pushDetail: "Shown as a notification of the system, \(place)"
        case .shown: "Shown \(surface == .browser ? "on a page " : "")\(place)"
        case .sent: "Sent to \(service ?? "a push service")\(device.map { ", for \($0)" } ?? ""): \(answer)"
        case .actedOn:
            detail == NotificationAction.defaultIdentifier ? "Opened \(place)" : "Action \(detail ?? ""), \(place)"
        case .dismissed: "Dismissed"
        case .withdrawn: "Withdrawn\(withdrawal)"
        case .replaced: "Replaced by a newer one"
        case .expired: surface == nil ? "Expired before it was shown" : "Expired before it was sent\(receiver)"
        case .withheld: withholding
        }
    }

    private var place: String {
        switch surface {
        case .browser?: "in \(device ?? "a browser")"
        case .desktop?: "on the desktop"
        case .terminal?: "in the terminal"
        case nil: "on this device"
        }
    }

    private var receiver: String { device.map { " to \($0)" } ?? "" }

    private var answer: String {
        switch detail.flatMap({ Answer(rawValue: $0) }) {
        case .accepted?: "accepted"
        case .retry?: "not accepted yet, it is sent again"
        case .refused?: "refused\(status.map { " with status \($0)" } ?? "")"
        case .gone?: "the subscription has ended"
        case .tooLarge?: "too large"
        case nil: detail ?? ""
        }
    }

    private var withdrawal: String {
        switch detail.flatMap({ Withdrawal(rawValue: $0) }) {
        case .app?: " by the app"
        case .person?: " by you"
        case .sender?: " by the sender"
        case .elsewhere?: ", answered on another device"
        case .limit?: ", the app has too many"
        case .host?, nil: ""
        }
    }

    private var withholding: String {
        switch detail.flatMap({ Reason(rawValue: $0) }) {
        case .notAllowed?: "Not shown: the app may not notify you"
        case .undecided?: "No banner: you have not decided about the app yet"
        case .quiet?: "No banner: the app delivers quietly"
        case .noBanners?: "No banner: the app shows none"
        case .quietHours?: "No banner: quiet hours"
        case .passive?: "No banner: it is not important enough"
        case .badgeOnly?: "Not shown: it only changes the badge"
        case .appInFront?: "No banner: the app is in front"
        case .pageOpen?: "Not sent\(receiver): a page is open there"
        case .answered?: "Not shown: answered on another device before"
        case .read?: "Not shown: the message was read or deleted before"
        case .muted?: "Not shown: the topic is muted"
        case .limit?: "Not shown: the app has too many scheduled notifications"
        case nil: "Not shown"
        }
    }
}
