package import FoundationEssentials
package import JSON
package import TodayProtocol

/// A widget's last good content in one language.
package struct StoredSnapshot: Hashable, Sendable {
    /// The widget.
    package var widget: WidgetID
    /// The language that the content was made for, as a BCP 47 tag.
    package var language: String
    /// The content, in the form that the screen chose.
    package var content: JSONValue
    /// The commit counter when the update that made it started.
    package var stamp: Revision
    /// When it was made, to the millisecond.
    package var made: Date
    /// Why it is not fresh, or `nil` if it is.
    package var staleReason: String?

    /// Describes a snapshot.
    package init(
        widget: WidgetID,
        language: String,
        content: JSONValue,
        stamp: Revision,
        made: Date,
        staleReason: String? = nil
    ) {
        self.widget = widget
        self.language = language
        self.content = content
        self.stamp = stamp
        self.made = made
        self.staleReason = staleReason
    }
}
