/// What of a change of attributes could not be done; the rest was.
package struct AttributeOutcome: Hashable, Sendable {
    /// The channels or named users that the app does not have.
    package var unknown: [String] = []
    /// Those that have ``CloudStore/attributeLimit`` attributes, so that not all of the new ones were kept.
    package var full: [String] = []

    /// Describes an outcome.
    package init(unknown: [String] = [], full: [String] = []) {
        self.unknown = unknown
        self.full = full
    }
}
