package import JSONRPC

/// Process to host: shows or hides a widget that the person has put on the screen.
///
/// `false` hides it until `true`; `true` also updates it: at once while a page is open, and otherwise within the budget of
/// the updates that nobody watches. The setting survives restarts.
package struct WidgetsSetHasContentRequest: RPCRequest {
    package static let method = "widgets/setHasContent"
    package typealias Reply = EmptyReply

    /// A widget of this app; left out by a widget, which means itself.
    package var widget: WidgetID?
    /// Whether there is anything to show.
    package var hasContent: Bool
    package var transaction: Int?

    package init(widget: WidgetID? = nil, hasContent: Bool, transaction: Int? = nil) {
        self.widget = widget
        self.hasContent = hasContent
        self.transaction = transaction
    }
}
