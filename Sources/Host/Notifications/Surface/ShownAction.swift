package import TodayProtocol

/// An action as a surface shows it, in the viewer's language.
package struct ShownAction: Codable, Hashable, Sendable {
    /// A field for text.
    package struct TextInput: Codable, Hashable, Sendable {
        /// What stands in the empty field.
        package var placeholder: String?
        /// The title of the button that sends the text.
        package var buttonTitle: String

        /// Describes a field.
        package init(placeholder: String?, buttonTitle: String) {
            self.placeholder = placeholder
            self.buttonTitle = buttonTitle
        }
    }

    /// By which it is chosen.
    package var identifier: String
    /// What the button says.
    package var title: String
    /// Whether it takes something away.
    package var isDestructive: Bool
    /// Whether it needs the passcode.
    package var needsAuthentication: Bool
    /// Whether it opens a page of the app.
    package var isForeground: Bool
    /// The field for text, if it takes one.
    package var textInput: TextInput?

    /// Describes an action.
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
    /// An action in the words of a language.
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
