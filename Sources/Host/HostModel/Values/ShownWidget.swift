package import AdaptiveCards
package import Foundation
package import TodayProtocol

/// The freshness of a widget's content, with the reason if it is not the newest.
package enum Freshness: Codable, Hashable, Sendable {
    /// The content is the answer to the last update.
    case fresh
    /// The content is the placeholder card, shown until the first answer.
    case placeholder
    /// The content is out of date; the reason is a sentence for the person, and the time that of the content.
    case stale(reason: LocalizableText, since: Date)
    /// There is no content to show; the reason is a sentence for the person.
    case failed(reason: LocalizableText)
    /// The cards are left out because those of the app are too large together; the reason is a sentence.
    case cut(reason: LocalizableText)
}

/// The time since an event, in one unit.
package enum RelativeTime: Hashable, Sendable {
    /// Less than a minute ago, or in the future.
    case now
    case minutes(Int)
    case hours(Int)
    /// One to two days ago.
    case yesterday
    case days(Int)

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

    package var words: String {
        switch self {
        case .now: "just now"
        case .minutes(let count): "\(count) min ago"
        case .hours(let count): "\(count) hr ago"
        case .yesterday: "yesterday"
        case .days(let count): "\(count) days ago"
        }
    }

    /// Returns the time since a date in English words; a date in the future is `just now`.
    package static func words(since date: Date, now: Date) -> String { RelativeTime(since: date, now: now).words }
}

/// A widget as a surface shows it.
package struct ShownWidget: Codable, Hashable, Sendable {
    package var id: WidgetID
    package var app: AppID
    /// Its name in the viewer's language.
    package var title: String
    /// The address that opens its app: the app's first scheme followed by `://`; `nil` if it has no scheme.
    package var appURL: String?
    package var compact: Card?
    package var expanded: Card?
    /// Exact height of the compact card in points, without the margins; `nil` for the height of its content, up to the
    /// limit.
    package var compactHeight: Double?
    /// Exact height of the expanded card, likewise.
    package var expandedHeight: Double?
    package var margins: WidgetMargins
    package var date: Date?
    /// Time of the next update while a surface shows the widget, unless something changes earlier.
    package var nextUpdate: Date?
    /// `true` if the last update failed; the next one is then a retry, which may fail too.
    package var isFailing: Bool
    /// The last lines that the widget wrote to standard error since the start of its last update, if that failed; `nil`
    /// if there are none.
    package var standardError: [String]?
    package var family: WidgetFamily
    /// Sizes that the person may choose.
    package var families: [WidgetFamily]
    /// `true` if the person can configure it.
    package var isConfigurable: Bool
    /// The instance of the same widget that the person may add next; `nil` if there is none.
    package var next: WidgetID?
    /// The freshness of the content.
    package var freshness: Freshness
    /// The way to set it up if it has nothing to show before that.
    package var setUp: WidgetSetUp?
    /// The mistakes in its cards; only those of apps installed from a folder, as authors do, are listed.
    package var mistakes: [CardWarning]
    /// Revision of the newest change to this value.
    package var revision: Revision

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
        families: [WidgetFamily] = WidgetFamily.undeclared,
        isConfigurable: Bool = false,
        next: WidgetID? = nil,
        freshness: Freshness,
        setUp: WidgetSetUp? = nil,
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
        self.families = families
        self.isConfigurable = isConfigurable
        self.next = next
        self.freshness = freshness
        self.setUp = setUp
        self.mistakes = mistakes
        self.revision = revision
    }
}
