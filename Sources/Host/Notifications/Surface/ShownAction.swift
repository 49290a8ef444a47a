package import TodayProtocol

/// An action in the viewer's language.
package struct ShownAction: Codable, Hashable, Sendable {
    /// The text field of an action.
    package struct TextInput: Codable, Hashable, Sendable {
        /// The placeholder of the empty field.
        package var placeholder: String?
        /// The title of the button that sends the text.
        package var buttonTitle: String

        package init(placeholder: String?, buttonTitle: String) {
            self.placeholder = placeholder
            self.buttonTitle = buttonTitle
        }
    }

    package var identifier: String
    /// The title of the button.
    package var title: String
    /// `true` if it is destructive and shown as such.
    package var isDestructive: Bool
    /// `true` if it requires the passcode.
    package var needsAuthentication: Bool
    /// `true` if it opens the app.
    package var isForeground: Bool
    /// The text field; `nil` if the action takes no text.
    package var textInput: TextInput?

    package init(
        identifier: String,
        title: String,
        isDestructive: Bool = false,
        needsAuthentication: Bool = false,
        isForeground: Bool = false,
        textInput: TextInput? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.isDestructive = isDestructive
        self.needsAuthentication = needsAuthentication
        self.isForeground = isForeground
        self.textInput = textInput
    }
}

extension ShownAction {
    /// Localizes an action.
    package init(_ action: NotificationAction, strings: LocalizedStrings) {
        self.init(
            identifier: action.identifier,
            title: strings.text(action.title),
            isDestructive: action.options.contains(.destructive),
            needsAuthentication: action.options.contains(.authenticationRequired),
            isForeground: action.options.contains(.foreground),
            textInput: action.textInput.map { input in
                TextInput(
                    placeholder: input.placeholder.map(strings.text),
                    buttonTitle: strings.text(input.buttonTitle)
                )
            }
        )
    }
}
