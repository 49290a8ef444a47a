import AddressLists
import AppLanguages
import TodayKit

/// What is known of calendars, for cards.
struct CalendarRows {
    let texts: Texts
    let clock: ViewerClock

    /// Returns what is wrong with a calendar and what to do, and the age of what is shown.
    @CardBuilder<CardElement> func problem(_ status: CalendarStatus) -> [CardElement] {
        if let failure = status.failure {
            TextBlock(texts.sentence(failure).escapedForCards, size: .small, color: .attention, wrap: true)
                .spacing(.none)
            if case .notAllowed(let server) = failure { texts.permission.elements(server) }
        }
        if status.unsupportedCount > 0 {
            TextBlock(texts.unsupported(status.unsupportedCount), size: .small, isSubtle: true, wrap: true)
                .spacing(.none)
        }
        if let content = status.content {
            TextBlock(texts.updated(date(of: content)), size: .small, isSubtle: true, wrap: true).spacing(.none)
        }
    }

    /// Returns one text for a card: the name of a calendar, why it could not be read, and the age of what is shown.
    func summary(_ status: CalendarStatus) -> String {
        let reason = status.failure.map { texts.sentence($0).escapedForCards }
        let age = status.content.map { texts.updated(date(of: $0)) }
        return "\(status.title.escapedForCards): " + [reason, age].compactMap(\.self).joined(separator: " ")
    }

    private func date(of content: CalendarContent) -> String {
        CardDate.text(content.fetched, now: Date(timeIntervalSince1970: Double(clock.now)))
    }
}
