import AddressLists
import AppLanguages
public import TodayKit

/// Services as rows.
struct ServiceRows {
    let texts: Texts
    let dates: StateDates

    /// Returns the row of a service with its mark, its name, what is known of it, and the menu of a page.
    func row(_ status: ServiceStatus, menu: ActionSet? = nil) -> ColumnSet {
        ColumnSet(selectAction: .openURL(texts.open(status.service.title), url: status.service.address)) {
            Column(width: .pixels(24), verticalContentAlignment: .center) { mark(status) }
            Column(verticalContentAlignment: .center) {
                TextBlock(status.service.title.escapedForCards, weight: .bolder, wrap: true, maxLines: 2)
                TextBlock(detail(status), size: .small, isSubtle: true, wrap: true).spacing(.none)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                if case .up(let milliseconds)? = status.state?.finding, status.failure == nil {
                    TextBlock("\(milliseconds)\u{a0}ms", size: .small, isSubtle: true)
                }
            }
            if let menu { Column(width: .auto, verticalContentAlignment: .center) { menu } }
        }
        .spacing(.small)
    }

    private func mark(_ status: ServiceStatus) -> Icon {
        switch (status.failure, status.state?.finding) {
        case (nil, .up?): Icon(.checkmarkCircle, size: .small, color: .good, style: .filled)
        case (nil, .down?): Icon(.errorCircle, size: .small, color: .attention, style: .filled)
        default: Icon(.question, size: .small, color: .warning)
        }
    }

    private func detail(_ status: ServiceStatus) -> String {
        if let failure = status.failure { return texts.sentence(failure).escapedForCards }
        guard let state = status.state else { return texts.notChecked }
        let since = dates.text(state.since)
        return switch state.finding {
        case .up: texts.up(since)
        case .down(let failure): texts.down(since, reason: texts.reason(failure))
        }
    }

    /// Returns how to allow a service's server, if that is what is missing.
    @CardBuilder<CardElement> func remedy(_ status: ServiceStatus) -> [CardElement] {
        if case .notAllowed(let server) = status.failure { texts.permission.elements(server) }
    }
}

/// Writes points in time for cards: a time of day within the last half day, and else a date and a time.
public struct StateDates: Sendable {
    private let now: Date

    /// Creates the format for the current time.
    public init(now: Date) { self.now = now }

    /// Returns macros, which the surface formats in the viewer's zone and language.
    func text(_ date: Date) -> String { CardDate.text(date, now: now, showsTime: true) }
}
