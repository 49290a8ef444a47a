/// What the screen grants a widget, in points; the width is the screen's.
public struct WidgetSize: Codable, Hashable, Sendable {
    /// How high the compact card may be.
    public var maximumCompactHeight: Double
    /// How high the expanded card may be.
    public var maximumExpandedHeight: Double

    /// Makes a grant.
    public init(maximumCompactHeight: Double = 220, maximumExpandedHeight: Double = 640) {
        self.maximumCompactHeight = maximumCompactHeight
        self.maximumExpandedHeight = maximumExpandedHeight
    }
}
