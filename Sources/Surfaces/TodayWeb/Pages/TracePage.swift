import Foundation
import HostModel
import TodayProtocol

/// The trace of a notification as a page, the first hop first; it works without the script.
struct TracePage: Page {
    /// The trace; `nil` if there is none.
    var trace: DeliveryTrace?
    /// Name of the app.
    var appTitle: String?
    let context: PageContext

    /// Returns the address of the trace of a notification.
    static func path(of id: DeliveredID) -> String { "/trace/\(id)" }

    var title: LocalizableText { .delivery }
    var sheets: [PageStyleSheet] { [.scene, .settings] }

    func write(to page: inout PageWriter) {
        page.writeBar(.delivery, back: ("/notifications", .notifications))
        page.markup("<main class=\"column settings\"\(context.place)>")
        if let trace {
            write(trace, to: &page)
        } else {
            page.markup("<p class=\"aside\">\(.traceIsMissing)</p>")
        }
        page.markup("</main>")
    }

    private func write(_ trace: DeliveryTrace, to page: inout PageWriter) {
        page.markup("<p class=\"aside\">\(.aboutTrace)</p>")
        page.markup("<ol class=\"sheaf log\"\("aria-label", appTitle ?? trace.app.rawValue)>")
        var last: TraceEvent?
        for event in trace.events {
            write(event, after: last, to: &page)
            last = event
        }
        page.markup("</ol>")
    }

    private func write(_ event: TraceEvent, after last: TraceEvent?, to page: inout PageWriter) {
        page.markup("<li class=\"line\"><div><b>\(event.text)</b>")
        for text in [event.device, event.service, event.kind == .actedOn ? action(event) : nil] {
            guard let text else { continue }
            page.markup("<p dir=\"auto\">\(text)</p>")
        }
        // The clock of the cloud may be ahead of this one.
        if let last, event.date >= last.date {
            page.markup("<p>\(Self.later(event.date.timeIntervalSince(last.date)))</p>")
        }
        page.markup("</div><time\("datetime", context.dates.machineReadable(event.date))")
        page.markup(">\(context.dates.moment(event.date))</time></li>")
    }

    /// Returns the chosen action, with “Open” for the default one; `nil` if the event names none.
    private func action(_ event: TraceEvent) -> String? {
        event.detail == NotificationAction.defaultIdentifier
            ? LocalizableText.open.text(in: context.dates.language) : event.detail
    }

    /// Returns the time since the previous hop, in a few words.
    private static func later(_ seconds: Double) -> LocalizableText {
        switch seconds {
        case ..<1: .millisecondsLater(Int((seconds * 1000).rounded()))
        case ..<60: .secondsLater(Int(seconds))
        case ..<3600: .minutesLater(Int(seconds / 60))
        case ..<86_400: .hoursLater(Int(seconds / 3600))
        default: .daysLater(Int(seconds / 86_400))
        }
    }
}
