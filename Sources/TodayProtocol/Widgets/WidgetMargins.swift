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
