package import TodayProtocol

/// The heights and margins that the host grants to a widget's content, which may request others.
package struct GrantedLayout: Hashable, Sendable {
    /// A size that was requested beyond its limit.
    package struct Excess: Hashable, Sendable {
        /// The member of the content, such as `compactHeight` or `margins.top`.
        package var size: String
        /// The requested size in points.
        package var requested: Double
        /// The limit, in points.
        package var granted: Double

        package init(size: String, requested: Double, granted: Double) {
            self.size = size
            self.requested = requested
            self.granted = granted
        }
    }

    /// Returns the space offered to widgets of a size: a large one has that of two compact cards and their headers.
    package static func offer(_ family: WidgetFamily) -> WidgetSize {
        WidgetSize(
            maximumCompactHeight: family == .large ? 500 : 220,
            proposedMargins: .standard,
            family: family
        )
    }

    /// Largest margin on one side, in points.
    package static let maximumMargin = 64.0

    /// Exact height of the compact card; `nil` for the height of its content, up to the limit.
    package private(set) var compactHeight: Double?
    /// Exact height of the expanded card; `nil` for the height of its content, up to the limit.
    package private(set) var expandedHeight: Double?
    /// The space around the cards.
    package private(set) var margins: WidgetMargins
    /// All sizes that were requested beyond their limits.
    package private(set) var excesses: [Excess] = []

    /// Determines the layout of content.
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

    /// Returns a height within its limit; `nil` if none is requested or, as on iOS, the requested height is zero.
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
