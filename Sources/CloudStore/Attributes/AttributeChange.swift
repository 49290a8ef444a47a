package import FoundationEssentials

/// How one attribute of channels or named users is to change.
package struct AttributeChange: Hashable, Sendable {
    /// The name of the attribute; its case counts.
    package var key: String
    /// What it then is; none to take it away.
    package var value: AttributeValue?
    /// When it changed, where that was told; a date in the future counts as now.
    package var date: Date?

    /// Describes a change.
    package init(key: String, value: AttributeValue?, date: Date? = nil) {
        self.key = key
        self.value = value
        self.date = date
    }
}
