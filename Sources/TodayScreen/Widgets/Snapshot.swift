package import AdaptiveCards
package import Foundation
package import TodayProtocol

/// A widget's last good content in one language.
package struct Snapshot: Codable, Hashable, Sendable {
    /// The content.
    package var content: WidgetContent
    /// The newest commit that the content shows: the one that stood when its update started.
    package var stamp: Revision
    /// When it came.
    package var date: Date

    /// Keeps content.
    package init(content: WidgetContent, stamp: Revision, date: Date) {
        self.content = content
        self.stamp = stamp
        self.date = date
    }

    /// The cards to show at a time: the content's own, or those of its last entry that is due.
    package func cards(at now: Date) -> (compact: Card, expanded: Card?) {
        let due = (content.entries ?? []).filter { $0.date <= now }.max { $0.date < $1.date }
        guard let due else { return (content.compact, content.expanded) }
        return (due.compact, due.expanded)
    }

    /// When the next entry takes its place.
    package func nextEntry(after now: Date) -> Date? {
        (content.entries ?? []).lazy.map(\.date).filter { $0 > now }.min()
    }

    /// When the widget wants to be asked again, if at a time.
    ///
    /// `nextDay` is none: the day's change asks every widget.
    package var refreshDate: Date? {
        switch content.refresh {
        case .after(let seconds): date.addingTimeInterval(max(15, seconds))
        case .at(let time): time
        case .nextDay, nil: nil
        }
    }
}
