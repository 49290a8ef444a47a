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
