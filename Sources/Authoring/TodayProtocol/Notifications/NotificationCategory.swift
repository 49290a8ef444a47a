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

/// Something that the person can do from a notification, without the app in front or with it.
public struct NotificationAction: Codable, Hashable, Sendable {
    /// What an action is like.
    public enum Option: String, Codable, Hashable, Sendable, CaseIterable {
        /// It takes something away; it is shown in red.
        case destructive
        /// It runs only after the person gave the passcode on that surface within the last minute.
        case authenticationRequired
        /// It opens a page of the app; without it the app does its work in the background.
        case foreground
    }

    /// A field for text that comes along with the response.
    public struct TextInput: Codable, Hashable, Sendable {
        /// What stands in the empty field.
        public var placeholder: LocalizableText?
        /// The title of the button that sends the text.
        public var buttonTitle: LocalizableText

        /// Describes a field.
        public init(buttonTitle: LocalizableText, placeholder: LocalizableText? = nil) {
            self.buttonTitle = buttonTitle
            self.placeholder = placeholder
        }
    }

    /// The identifier of the response when the person opens the notification itself.
    public static let defaultIdentifier = "today.default"
    /// The identifier of the response when the person dismisses the notification, for categories that ask for it.
    public static let dismissIdentifier = "today.dismiss"

    /// The app's name for it: 1 to 64 bytes; one definition for each name in an app, `today.` is reserved.
    public var identifier: String
    /// What the button says; must not be empty.
    public var title: LocalizableText
    /// What it is like.
    public var options: Set<Option>
    /// The field for text, if the action takes one.
    public var textInput: TextInput?

    /// Makes an action.
    public init(
        identifier: String,
        title: LocalizableText,
        options: Set<Option> = [],
        textInput: TextInput? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.options = options
        self.textInput = textInput
    }

    private enum CodingKeys: CodingKey { case identifier, title, options, textInput }

    /// Reads the form on the wire; options that are left out are none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(String.self, forKey: .identifier)
        title = try container.decode(LocalizableText.self, forKey: .title)
        options = try container.decodeIfPresent(Set<Option>.self, forKey: .options) ?? []
        textInput = try container.decodeIfPresent(TextInput.self, forKey: .textInput)
    }

    /// Writes the form on the wire, the options in order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(title, forKey: .title)
        if !options.isEmpty { try container.encode(options: options, forKey: .options) }
        try container.encodeIfPresent(textInput, forKey: .textInput)
    }
}
