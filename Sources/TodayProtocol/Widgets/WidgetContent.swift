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
