public import AdaptiveCards
public import FoundationEssentials
import JSON

/// The content of a widget: a compact card, optionally an expanded one, and the time of the next update.
public struct WidgetContent: Codable, Hashable, Sendable {
    /// Cards that replace the current ones at a given time.
    public struct Entry: Codable, Hashable, Sendable {
        /// The time when the cards are shown.
        public var date: Date
        /// The compact card.
        public var compact: Card
        /// The expanded card; `nil` if there is nothing to expand.
        public var expanded: Card?

        enum CodingKeys: CodingKey, CaseIterable { case date, compact, expanded }

        /// Creates an entry.
        public init(date: Date, compact: Card, expanded: Card? = nil) {
            self.date = date
            self.compact = compact
            self.expanded = expanded
        }
    }

    /// The card that is shown at first; it must not contain inputs.
    public var compact: Card
    /// The card that "Show More" reveals; it must not contain inputs.
    ///
    /// Without one, "Show More" appears only if the compact card does not fit, and then shows all of it.
    public var expanded: Card?
    /// The exact height of the compact card in points, without the margins; `nil` for the height of its content.
    ///
    /// With ``expandedHeight`` this is the counterpart of `preferredContentSize` on iOS. Rows that do not
    /// fit whole are left out. The host grants at most ``WidgetSize/maximumCompactHeight``; a height of zero or less
    /// counts as `nil`.
    public var compactHeight: Double?
    /// The exact height of the expanded card in points, without the margins; `nil` for the height of its content.
    ///
    /// Content that does not fit can be scrolled. The host grants at most ``WidgetSize/maximumExpandedHeight``.
    public var expandedHeight: Double?
    /// The space around the cards; ``WidgetMargins/standard`` if `nil`.
    ///
    /// The counterpart of the result of `widgetMarginInsets(forProposedMarginInsets:)` on iOS: the host proposes
    /// ``WidgetSize/proposedMargins``, and ``WidgetMargins/zero`` makes the cards as wide as the widget. The host
    /// grants 0 to 64 points a side.
    public var margins: WidgetMargins?
    /// The time of the next update; `nil` for the next change of day and, while nobody watches, also an hour later.
    public var refresh: RefreshPolicy?
    /// Cards to show later, at most 100; new content discards them.
    public var entries: [Entry]?
    /// The way to set up the widget if it has nothing to show before that; `nil` if it has something to show.
    ///
    /// The page then lists the widget among those to set up instead of showing its card.
    public var setUp: WidgetSetUp?

    enum CodingKeys: CodingKey, CaseIterable {
        case compact, expanded, compactHeight, expandedHeight, margins, refresh, entries, setUp
    }

    /// Creates content.
    public init(
        compact: Card,
        expanded: Card? = nil,
        compactHeight: Double? = nil,
        expandedHeight: Double? = nil,
        margins: WidgetMargins? = nil,
        refresh: RefreshPolicy? = nil,
        entries: [Entry]? = nil,
        setUp: WidgetSetUp? = nil
    ) {
        self.compact = compact
        self.expanded = expanded
        self.compactHeight = compactHeight
        self.expandedHeight = expandedHeight
        self.margins = margins
        self.refresh = refresh
        self.entries = entries
        self.setUp = setUp
    }
}

/// The way to set up a widget that has nothing to show yet.
public struct WidgetSetUp: Hashable, Sendable {
    /// What the person does, in a few words, such as `Add Feed`; 1 to 100 characters.
    public var title: String
    /// The address that is opened for it, such as that of a page of the app; at most 4096 bytes.
    public var url: String

    /// Creates a way to set up a widget.
    public init(_ title: String, url: String) {
        self.title = title
        self.url = url
    }
}

extension WidgetSetUp: Codable {
    enum CodingKeys: CodingKey, CaseIterable { case title, url }

    /// Decodes the wire format, and refuses texts that are too long.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        url = try container.decode(String.self, forKey: .url)
        guard (1...100).contains(title.count), (1...4096).contains(url.utf8.count) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a title has 1 to 100 characters, and a url 1 to 4096 bytes"
                )
            )
        }
    }
}

/// The space between a widget's card and the edges of the widget, in points.
public struct WidgetMargins: Codable, Hashable, Sendable {
    /// The space above.
    public var top: Double
    /// The space at the start of lines.
    public var leading: Double
    /// The space below.
    public var bottom: Double
    /// The space at the end of lines.
    public var trailing: Double

    enum CodingKeys: CodingKey, CaseIterable { case top, leading, bottom, trailing }

    /// Creates margins.
    public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// The default margins, aligned with the names of widgets.
    public static let standard = WidgetMargins(top: 8, leading: 16, bottom: 16, trailing: 16)

    /// No margins: the cards touch the edges of the widget.
    public static let zero = WidgetMargins(top: 0, leading: 0, bottom: 0, trailing: 0)
}

/// The time of a widget's next update.
///
/// While no surface shows the screen it may come later, since the number of such updates is limited.
///
/// On the wire: `{"after": 900.0}`, `{"at": {"$date": …}}` or `{"nextDay": true}`.
public enum RefreshPolicy: Hashable, Sendable {
    /// A number of seconds after the content was created; at least 15.
    case after(seconds: Double)
    /// At a point in time.
    case at(Date)
    /// At the beginning of the next day.
    case nextDay
}

extension RefreshPolicy: Codable {
    enum CodingKeys: CodingKey, CaseIterable { case after, at, nextDay }

    /// Decodes the wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let seconds = try container.decodeIfPresent(Double.self, forKey: .after) {
            self = .after(seconds: seconds)
        } else if let date = try container.decodeIfPresent(Date.self, forKey: .at) {
            self = .at(date)
        } else if try container.decodeIfPresent(Bool.self, forKey: .nextDay) == true {
            self = .nextDay
        } else {
            let members = try JSONValue(from: decoder).objectValue ?? [:]
            let unknown = members.keys.filter { CodingKeys(stringValue: $0) == nil }
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a refresh has one of \"after\", \"at\" and \"nextDay\": true"
                        + NearestName.misspelling(of: CodingKeys.allCases.map(\.stringValue), among: unknown)
                )
            )
        }
    }

    /// Encodes the wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .after(let seconds): try container.encode(seconds, forKey: .after)
        case .at(let date): try container.encode(date, forKey: .at)
        case .nextDay: try container.encode(true, forKey: .nextDay)
        }
    }
}
