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

/// Why a widget is asked for content.
public enum UpdateReason: String, Codable, Hashable, CaseIterable, Sendable {
    /// The widget is on the screen for the first time.
    case added
    /// A surface began to show the screen.
    case opened
    /// The time passed that the widget itself named.
    case refreshTime
    /// A new day began, or the clock or the zone changed.
    case dayChanged
    /// Shared defaults of one of its groups changed.
    case groupChanged
    /// Its app or the person asked.
    case reload
    /// A tap was performed.
    case tap
    /// It has content again.
    case hasContent
    /// It answered that it has no new data while the host had none at all, or failed; this is another try.
    case retry
}

/// What the screen grants a widget, in points; the width is the screen's.
public struct WidgetSize: Codable, Hashable, Sendable {
    /// How high the compact card may be.
    public var maximumCompactHeight: Double
    /// How high the expanded card may be.
    public var maximumExpandedHeight: Double

    /// Makes a grant.
    public init(maximumCompactHeight: Double = 220, maximumExpandedHeight: Double = 640) {
        self.maximumCompactHeight = maximumCompactHeight
        self.maximumExpandedHeight = maximumExpandedHeight
    }
}
