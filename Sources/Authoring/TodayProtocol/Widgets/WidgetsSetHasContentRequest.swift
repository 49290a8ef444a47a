import JSONRPC

/// Process to host: shows or hides a widget that the person has put on the screen.
///
/// `false` hides it until a request with `true`, which also updates it: at once while a page is open, and otherwise
/// within the budget for updates while no page is open. The setting survives restarts.
package struct WidgetsSetHasContentRequest: RPCRequest {
    package static let method = "widgets/setHasContent"

    /// A widget of this app; a widget leaves it out and means itself.
    package var widget: WidgetID?
    /// `true` if the widget has content to show.
    package var hasContent: Bool
    package var transaction: Int?

    package init(widget: WidgetID? = nil, hasContent: Bool, transaction: Int? = nil) {
        self.widget = widget
        self.hasContent = hasContent
        self.transaction = transaction
    }
}
