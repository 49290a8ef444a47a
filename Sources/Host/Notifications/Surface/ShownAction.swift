import HostModel
package import TodayProtocol

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
