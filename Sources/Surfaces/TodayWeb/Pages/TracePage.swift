import Foundation
import HostModel
import TodayProtocol

/// The trace of a notification as a page, the first hop first; it works without the script.
struct TracePage {
    /// Content of the page.
    struct Model: Sendable {
        /// The trace; `nil` if there is none.
        var trace: DeliveryTrace?
        /// Name of the app.
        var appTitle: String?
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// Formats dates in the person's language and time zone.
        var dates: PageDates
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
    }

    let model: Model

    /// Returns the address of the trace of a notification.
    static func path(of id: DeliveredID) -> String { "/trace/\(id)" }

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: LocalizableText.delivery.text(in: model.dates.language),
            nonce: nonce,
            language: model.dates.language,
            sheets: [.scene, .settings],
            chrome: PageChrome(summary: model.summary, position: model.screen, images: model.images)
        ).wrap { page in
            page.writeBar(.delivery, back: ("/notifications", .notifications))
            page.markup("<main class=\"column settings\"")
            page.attribute("data-position", model.screen.description)
            page.markup(">")
            if let trace = model.trace {
                write(trace, to: &page)
            } else {
                page.markup("<p class=\"aside\">")
                page.text(.traceIsMissing)
                page.markup("</p>")
            }
            page.markup("</main>")
        }
    }

    private func write(_ trace: DeliveryTrace, to page: inout PageWriter) {
        page.markup("<p class=\"aside\">")
        page.text(.aboutTrace)
        page.markup("</p><ol class=\"sheaf log\"")
        page.attribute("aria-label", model.appTitle ?? trace.app.rawValue)
        page.markup(">")
        var last: TraceEvent?
        for event in trace.events {
            write(event, after: last, to: &page)
            last = event
        }
        page.markup("</ol>")
    }

    private func write(_ event: TraceEvent, after last: TraceEvent?, to page: inout PageWriter) {
        page.markup("<li class=\"line\"><div><b>")
        page.text(event.text)
        page.markup("</b>")
        for text in [event.device, event.service, event.kind == .actedOn ? action(event) : nil] {
            guard let text else { continue }
            page.markup("<p dir=\"auto\">")
            page.text(text)
            page.markup("</p>")
        }
        // The clock of the cloud may be ahead of this one.
        if let last, event.date >= last.date {
            page.markup("<p>")
            page.text(Self.later(event.date.timeIntervalSince(last.date)))
            page.markup("</p>")
        }
        page.markup("</div><time")
        page.attribute("datetime", model.dates.machineReadable(event.date))
        page.markup(">")
        page.text(model.dates.moment(event.date))
        page.markup("</time></li>")
    }

    /// Returns the chosen action, with “Open” for the default one; `nil` if the event names none.
    private func action(_ event: TraceEvent) -> String? {
        event.detail == NotificationAction.defaultIdentifier
            ? LocalizableText.open.text(in: model.dates.language) : event.detail
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
