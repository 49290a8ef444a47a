/// How wide a column becomes.
public enum ColumnWidth: Hashable, Sendable {
    /// As wide as its content, less if the room does not suffice.
    case auto
    /// What the other columns leave.
    case stretch
    /// A share of the room, relative to the other weighted columns. It is positive.
    case weight(Double)
    /// A width in pixels.
    case pixels(Int)
}
