package import AdaptiveCards
package import Foundation
package import TodayProtocol

/// A widget as a surface shows it.
package struct ShownWidget: Codable, Hashable, Sendable {
    package var id: WidgetID
    /// Its containing app.
    package var app: AppID
    /// Its name in the viewer's language.
    package var title: String
    /// The address that opens its app: the app's first scheme followed by `://`; none if it has no scheme.
    package var appURL: String?
    /// The compact card; none when there is nothing to show.
    package var compact: Card?
    /// The expanded card, if there is more to show.
    package var expanded: Card?
    /// The exact height of the compact card in points, without the margins; that of its content, up to the limit, if
    /// none.
    package var compactHeight: Double?
    /// The exact height of the expanded card in points, without the margins; that of its content, up to the limit, if
    /// none.
    package var expandedHeight: Double?
    /// The space around the cards.
    package var margins: WidgetMargins
    /// When the content was made.
    package var date: Date?
    /// When the widget is updated next while a surface shows it, unless something happens before.
    package var nextUpdate: Date?
    /// Whether the last update failed, so that the next one is an attempt that may bring nothing either.
    package var isFailing: Bool
    /// The newest lines that the widget has written to standard error since the last update began, if that failed; `nil` if
    /// there are none.
    package var standardError: [String]?
    /// Its size in the grid of a wide screen.
    package var family: WidgetFamily
    /// Whether the content is the newest.
    package var freshness: Freshness
    /// The mistakes in its cards, if its app was installed from a folder, as its author does.
    package var mistakes: [CardWarning]
    /// When anything of this changed last.
    package var revision: Revision

    /// Describes a widget.
    package init(
        id: WidgetID,
        app: AppID,
        title: String,
        appURL: String? = nil,
        compact: Card? = nil,
        expanded: Card? = nil,
        compactHeight: Double? = nil,
        expandedHeight: Double? = nil,
        margins: WidgetMargins = .standard,
        date: Date? = nil,
        nextUpdate: Date? = nil,
        isFailing: Bool = false,
        standardError: [String]? = nil,
        family: WidgetFamily = .small,
        freshness: Freshness,
        mistakes: [CardWarning] = [],
        revision: Revision
    ) {
        self.id = id
        self.app = app
        self.title = title
        self.appURL = appURL
        self.compact = compact
        self.expanded = expanded
        self.compactHeight = compactHeight
        self.expandedHeight = expandedHeight
        self.margins = margins
        self.date = date
        self.nextUpdate = nextUpdate
        self.isFailing = isFailing
        self.standardError = standardError
        self.family = family
        self.freshness = freshness
        self.mistakes = mistakes
        self.revision = revision
    }
}

/// Whether what a widget shows is its newest, and if not, why.
package enum Freshness: Codable, Hashable, Sendable {
    /// It is the answer to the last update.
    case fresh
    /// It is the card of the bundle, shown until the first answer.
    case placeholder
    /// It is older than it should be.
    ///
    /// - Parameters:
    ///   - reason: A sentence for the person.
    ///   - since: When the content that is shown was made.
    case stale(reason: String, since: Date)
    /// The host has nothing to show at all.
    ///
    /// - Parameter reason: A sentence for the person.
    case failed(reason: String)
    /// The host leaves its cards out, since those of its app are too large together.
    ///
    /// - Parameter reason: A sentence for the person.
    case cut(reason: String)

    private enum CodingKeys: String, CodingKey { case fresh, placeholder, stale, failed, cut }
    private enum StaleCodingKeys: String, CodingKey { case reason, since }
    private enum FailedCodingKeys: String, CodingKey { case reason }
    private enum CutCodingKeys: String, CodingKey { case reason }
}

/// How long ago something was, in one unit.
package enum RelativeTime: Hashable, Sendable {
    /// Less than a minute ago, or still to come.
    case now
    case minutes(Int)
    case hours(Int)
    /// One to two days ago.
    case yesterday
    case days(Int)

    /// The time between a date and now.
    package init(since date: Date, now: Date) {
        let minutes = max(0, Int(min(now.timeIntervalSince(date) / 60, 1e9)))
        self =
            switch minutes {
            case 0: .now
            case ..<60: .minutes(minutes)
            case ..<1440: .hours(minutes / 60)
            case ..<2880: .yesterday
            default: .days(minutes / 1440)
            }
    }

    /// A few English words, such as `3 min ago`.
    package var words: String {
        switch self {
        case .now: "just now"
        case .minutes(let count): "\(count) min ago"
        case .hours(let count): "\(count) hr ago"
        case .yesterday: "yesterday"
        case .days(let count): "\(count) days ago"
        }
    }

    /// The words for the time between a date and now, such as `3 min ago`; what is still to come is `just now`.
    package static func words(since date: Date, now: Date) -> String { RelativeTime(since: date, now: now).words }
}
