package import TodayProtocol

/// The body of `PUT /api/screen`.
package struct ScreenOrder: Codable, Hashable, Sendable {
    /// The widgets on the screen, in order; at most 200.
    package var widgets: [WidgetID]

    /// Makes an order.
    package init(widgets: [WidgetID]) { self.widgets = widgets }
}
