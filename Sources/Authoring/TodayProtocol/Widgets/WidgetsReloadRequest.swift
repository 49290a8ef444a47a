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
