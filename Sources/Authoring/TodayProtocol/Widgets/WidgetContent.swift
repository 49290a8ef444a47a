public import AdaptiveCards
public import FoundationEssentials

/// What a widget wants shown: a compact card, an expanded one if it likes, and when to ask again.
public struct WidgetContent: Codable, Hashable, Sendable {
    /// Cards that take the place of the present ones at a time known beforehand.
    public struct Entry: Codable, Hashable, Sendable {
        /// When they do.
        public var date: Date
        /// The compact card.
        public var compact: Card
        /// The expanded card; none means that there is nothing to expand.
        public var expanded: Card?

        /// Makes an entry.
        public init(date: Date, compact: Card, expanded: Card? = nil) {
            self.date = date
            self.compact = compact
            self.expanded = expanded
        }
    }

    /// The card that shows at first; it may hold no inputs.
    public var compact: Card
    /// The card behind "Show More"; it may hold no inputs.
    public var expanded: Card?
    /// How high the compact card wants to be, in points; as high as it needs if left out.
    public var compactHeight: Double?
    /// How high the expanded card wants to be, in points; as high as it needs if left out.
    public var expandedHeight: Double?
    /// The space around the cards; ``WidgetMargins/standard`` if left out.
    public var margins: WidgetMargins?
    /// When to ask again; never by itself if left out.
    public var refresh: RefreshPolicy?
    /// Cards for later, at most 100; new content voids them.
    public var entries: [Entry]?

    /// Makes content.
    public init(
        compact: Card,
        expanded: Card? = nil,
        compactHeight: Double? = nil,
        expandedHeight: Double? = nil,
        margins: WidgetMargins? = nil,
        refresh: RefreshPolicy? = nil,
        entries: [Entry]? = nil
    ) {
        self.compact = compact
        self.expanded = expanded
        self.compactHeight = compactHeight
        self.expandedHeight = expandedHeight
        self.margins = margins
        self.refresh = refresh
        self.entries = entries
    }
}

/// The space between a widget's card and the edges of its place, in points.
public struct WidgetMargins: Codable, Hashable, Sendable {
    /// Above.
    public var top: Double
    /// Before the beginning of a line.
    public var leading: Double
    /// Below.
    public var bottom: Double
    /// After the end of a line.
    public var trailing: Double

    /// Makes margins.
    public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// What a widget gets that does not ask: aligned with the widgets' names.
    public static let standard = WidgetMargins(top: 8, leading: 48, bottom: 16, trailing: 16)
}

/// When a widget wants to be asked again, while a surface shows it.
///
/// On the wire: `{"after": 900.0}`, `{"at": {"$date": …}}` or `{"nextDay": true}`.
public enum RefreshPolicy: Hashable, Sendable {
    /// So many seconds after the content was made; at least 15.
    case after(seconds: Double)
    /// At a point in time.
    case at(Date)
    /// When the next day begins.
    case nextDay
}

extension RefreshPolicy: Codable {
    private enum CodingKeys: CodingKey { case after, at, nextDay }

    /// Reads the form on the wire.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let seconds = try container.decodeIfPresent(Double.self, forKey: .after) {
            self = .after(seconds: seconds)
        } else if let date = try container.decodeIfPresent(Date.self, forKey: .at) {
            self = .at(date)
        } else if try container.decodeIfPresent(Bool.self, forKey: .nextDay) == true {
            self = .nextDay
        } else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a refresh has one of \"after\", \"at\" and \"nextDay\": true"
                )
            )
        }
    }

    /// Writes the form on the wire.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .after(let seconds): try container.encode(seconds, forKey: .after)
        case .at(let date): try container.encode(date, forKey: .at)
        case .nextDay: try container.encode(true, forKey: .nextDay)
        }
    }
}
