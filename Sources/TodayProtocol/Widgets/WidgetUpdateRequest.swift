import JSONRPC

/// Host to widget: asks for the content it wants shown from now on.
///
/// Only one runs per widget at a time, and none while a perform runs. An error of the code `failed` has a sentence for
/// the person; the last content stays on the screen.
package struct WidgetUpdateRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "widget/update"

    /// What the widget answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// The new content; left out when there is no new data.
        package var content: WidgetContent?

        /// Makes an answer.
        package init(content: WidgetContent?) { self.content = content }
    }

    /// Why the host asks, in no order.
    package var reasons: [UpdateReason]
    /// The newest commit that the widget has been told of: what the content will show.
    package var revision: Revision
    /// What fits.
    package var size: WidgetSize
    /// What the process cannot know.
    package var context: RequestContext

    /// Asks for content.
    package init(reasons: [UpdateReason], revision: Revision, size: WidgetSize, context: RequestContext) {
        self.reasons = reasons
        self.revision = revision
        self.size = size
        self.context = context
    }
}
