/// A kind of notification with the actions that it offers.
public struct NotificationCategory: Codable, Hashable, Sendable {
    /// The largest number of actions in the default context.
    public static let defaultContextLimit = 4
    /// The largest number of actions in the minimal context.
    public static let minimalContextLimit = 2

    /// An option of a category.
    public enum Option: String, Codable, Hashable, Sendable, CaseIterable {
        /// The app receives a response when the person dismisses a notification of this category.
        case customDismissAction
    }

    /// The identifier, chosen by the app: 1 to 64 bytes.
    public var identifier: String
    /// The actions of the default context, which has enough room for four.
    public var actions: [NotificationAction]
    /// The actions of the minimal context, such as a banner: at most two; `nil` for the first two of ``actions``.
    public var minimalActions: [NotificationAction]?
    /// The options.
    public var options: Set<Option>?

    /// Creates a category.
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

/// An action that the person can take on a notification, in the app or in the background.
public struct NotificationAction: Codable, Hashable, Sendable {
    /// An option of an action.
    public enum Option: String, Codable, Hashable, Sendable, CaseIterable {
        /// The action deletes something; it is shown in red.
        case destructive
        /// The action requires that the person entered the passcode on that surface within the last minute.
        case authenticationRequired
        /// The action opens a page of the app; without this option the app handles it in the background.
        case foreground
    }

    /// A text field whose content is sent with the response.
    public struct TextInput: Codable, Hashable, Sendable {
        /// The text shown in the empty field.
        public var placeholder: LocalizableText?
        /// The title of the button that sends the text.
        public var buttonTitle: LocalizableText

        /// Creates a text field.
        public init(buttonTitle: LocalizableText, placeholder: LocalizableText? = nil) {
            self.buttonTitle = buttonTitle
            self.placeholder = placeholder
        }
    }

    /// The action identifier of a response that opens the notification itself.
    public static let defaultIdentifier = "today.default"
    /// The action identifier of a response that dismisses the notification, for categories that ask for it.
    public static let dismissIdentifier = "today.dismiss"

    /// The identifier, chosen by the app: 1 to 64 bytes, one definition per identifier in an app; `today.` is reserved.
    public var identifier: String
    /// The button's text; must not be empty.
    public var title: LocalizableText
    /// The options.
    public var options: Set<Option>
    /// The text field, if the action has one.
    public var textInput: TextInput?

    /// Creates an action.
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

    /// Decodes the wire format; the options may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(String.self, forKey: .identifier)
        title = try container.decode(LocalizableText.self, forKey: .title)
        options = try container.decodeIfPresent(Set<Option>.self, forKey: .options) ?? []
        textInput = try container.decodeIfPresent(TextInput.self, forKey: .textInput)
    }

    /// Encodes the wire format, the options in a fixed order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(title, forKey: .title)
        if !options.isEmpty { try container.encode(options, forKey: .options) }
        try container.encodeIfPresent(textInput, forKey: .textInput)
    }
}
