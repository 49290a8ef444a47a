import JSONRPC

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
