package import TodayProtocol

/// The heights and margins that the host grants a widget's content, which may ask for others.
package struct GrantedLayout: Hashable, Sendable {
    /// A size that was asked for beyond its limit.
    package struct Excess: Hashable, Sendable {
        /// The member of the content, such as `compactHeight` or `margins.top`.
        package var size: String
        /// What the content asks for, in points.
        package var requested: Double
        /// The limit, in points.
        package var granted: Double

        /// Describes an excess.
        package init(size: String, requested: Double, granted: Double) {
            self.size = size
            self.requested = requested
            self.granted = granted
        }
    }

    /// The room that widgets of a size are offered: a large one has that of two compact cards and their headers.
    package static func offer(_ family: WidgetFamily) -> WidgetSize {
        WidgetSize(
            maximumCompactHeight: family == .large ? 500 : 220,
            proposedMargins: .standard,
            family: family
        )
    }

    /// The largest margin on one side, in points.
    package static let maximumMargin = 64.0

    /// The exact height of the compact card; `nil` for the height of its content, up to the limit.
    package private(set) var compactHeight: Double?
    /// The exact height of the expanded card; `nil` for the height of its content, up to the limit.
    package private(set) var expandedHeight: Double?
    /// The space around the cards.
    package private(set) var margins: WidgetMargins
    /// Everything that was asked for beyond its limit.
    package private(set) var excesses: [Excess] = []

    /// Decides on the layout of content.
    package init(of content: WidgetContent, family: WidgetFamily = .small) {
        let offer = Self.offer(family)
        margins = content.margins ?? .standard
        compactHeight = height(content.compactHeight, "compactHeight", offer.maximumCompactHeight)
        expandedHeight = height(content.expandedHeight, "expandedHeight", offer.maximumExpandedHeight)
        margins = WidgetMargins(
            top: margin(margins.top, "margins.top"),
            leading: margin(margins.leading, "margins.leading"),
            bottom: margin(margins.bottom, "margins.bottom"),
            trailing: margin(margins.trailing, "margins.trailing")
        )
    }

    /// Returns the height within its limit; `nil` if none is asked for, which on iOS a height of zero means, too.
    private mutating func height(_ requested: Double?, _ size: String, _ limit: Double) -> Double? {
        guard let requested, requested > 0 else { return nil }
        return clamp(requested, size, limit)
    }

    private mutating func margin(_ requested: Double, _ size: String) -> Double {
        requested > 0 ? clamp(requested, size, Self.maximumMargin) : 0
    }

    private mutating func clamp(_ requested: Double, _ size: String, _ limit: Double) -> Double {
        guard requested > limit else { return requested }
        excesses.append(Excess(size: size, requested: requested, granted: limit))
        return limit
    }
}
