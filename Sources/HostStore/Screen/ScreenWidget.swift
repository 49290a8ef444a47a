package import TodayProtocol

/// An installed widget's place on the screen.
package struct ScreenWidget: Hashable, Sendable {
    /// The widget.
    package let widget: WidgetID
    /// Its app.
    package let app: AppID
    /// Whether the person has it on the screen.
    package let isShown: Bool
    /// Whether it has something to show; it hides itself while not.
    package let hasContent: Bool
}
