/// A kind of notification and the actions that it offers.
public struct NotificationCategory: Codable, Hashable, Sendable {
    /// How many actions the default context shows.
    public static let defaultContextLimit = 4
    /// How many actions the minimal context shows.
    public static let minimalContextLimit = 2

    /// What a category wants beyond its actions.
    public enum Option: String, Codable, Hashable, Sendable, CaseIterable {
        /// The app is told when the person dismisses a notification of this category.
        case customDismissAction
    }

    /// The app's name for it: 1 to 64 bytes.
    public var identifier: String
    /// The actions of the default context, where there is room: at most four.
    public var actions: [NotificationAction]
    /// The actions of the minimal context, such as a banner: at most two; the first two of ``actions`` if left out.
    public var minimalActions: [NotificationAction]?
    /// What it wants beyond that.
    public var options: Set<Option>?

    /// Makes a category.
    public init(
        identifier: String,
        actions: [NotificationAction],
        minimalActions: [NotificationAction]? = nil,
        options: Set<Option>? = nil
    ) {
        self.identifier = identifier
        self.actions = actions
        self.minimalActions = minimalActions
        self.options = options
    }
}
