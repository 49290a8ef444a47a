/// The size of a widget in the grid of a wide screen, as the person chose it.
///
/// On a narrow screen every widget is as wide as the screen. A widget declares the sizes that it supports with
/// `TodayWidgetSizes` in its `Info.plist`.
public enum WidgetFamily: String, Codable, Hashable, CaseIterable, Sendable {
    /// One column.
    case small
    /// Two columns.
    case medium
    /// Two columns and two rows; the larger card is shown at once, if there is one.
    case large
}
