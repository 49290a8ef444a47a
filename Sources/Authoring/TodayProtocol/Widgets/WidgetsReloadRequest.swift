package import JSONRPC

/// Process to host: asks for an update of widgets; a widget may ask for itself alone.
package struct WidgetsReloadRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "widgets/reload"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// A widget of this app; every one if left out.
    package var widget: WidgetID?
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Asks for an update.
    package init(widget: WidgetID? = nil, transaction: Int? = nil) {
        self.widget = widget
        self.transaction = transaction
    }
}
