import JSONRPC

/// Process to host: asks for an update of widgets; a widget may only name itself.
///
/// Within a tap or a response, and while a page is open, they are updated at once; otherwise within the budget for
/// updates while no page is open.
package struct WidgetsReloadRequest: RPCRequest {
    package static let method = "widgets/reload"

    /// A widget of this app; all of them if left out.
    package var widget: WidgetID?
    package var transaction: Int?

    package init(widget: WidgetID? = nil, transaction: Int? = nil) {
        self.widget = widget
        self.transaction = transaction
    }
}

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

/// Widget to host, during an update: sets the placeholder that is shown until the widget has content.
///
/// It replaces the card of the bundle in the language of the update. It changes nothing if the widget has content or is
/// not being updated, and is lost when the host ends.
package struct WidgetsSetPlaceholderRequest: RPCRequest {
    package static let method = "widgets/setPlaceholder"

    /// The cards with their heights and margins; `refresh` and `entries` are ignored.
    package var content: WidgetContent

    package init(content: WidgetContent) { self.content = content }
}
