package import JSONRPC

/// Process to host: shows or hides a widget, whatever the person chose for the screen.
///
/// `false` hides it until `true`; `true` also updates it. It lasts over restarts.
package struct WidgetsSetHasContentRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "widgets/setHasContent"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// A widget of this app; a widget itself leaves it out.
    package var widget: WidgetID?
    /// Whether there is anything to show.
    package var hasContent: Bool
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Asks to show or hide.
    package init(widget: WidgetID? = nil, hasContent: Bool, transaction: Int? = nil) {
        self.widget = widget
        self.hasContent = hasContent
        self.transaction = transaction
    }
}
