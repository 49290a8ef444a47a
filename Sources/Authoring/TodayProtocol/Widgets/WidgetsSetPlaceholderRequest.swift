package import JSONRPC

/// Widget to host, during an update: what to show until the widget has content for the first time.
///
/// It replaces the card of the bundle in the language of the update. It changes nothing if the widget has content, or if
/// no update of it runs, and is not kept when the host ends.
package struct WidgetsSetPlaceholderRequest: RPCRequest {
    package static let method = "widgets/setPlaceholder"
    package typealias Reply = EmptyReply

    /// The cards with their heights and margins; `refresh` and `entries` are ignored.
    package var content: WidgetContent

    package init(content: WidgetContent) { self.content = content }
}
