import ArgumentParser
package import TodayProtocol

/// An action as an argument: `id=Title`, or with options before the title, as in `reply:text=Reply`.
package struct ActionArgument: Hashable, Sendable {
    /// The action.
    package let action: NotificationAction

    /// Reads the text of an argument.
    ///
    /// - Throws: A sentence that says what can be written.
    package init(argument text: String) throws {
        guard let equals = text.firstIndex(of: "=") else {
            throw ValidationError("write it as id=Title, such as yes=Yes")
        }
        let parts = text[..<equals].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let title = String(text[text.index(after: equals)...])
        guard let identifier = parts.first, !identifier.isEmpty, !title.isEmpty else {
            throw ValidationError("it lacks its \(title.isEmpty ? "title" : "identifier"); write it as id=Title")
        }
        var action = NotificationAction(identifier: String(identifier), title: .text(title))
        if parts.count > 1 {
            for option in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
                switch option {
                case "destructive": action.options.insert(.destructive)
                case "passcode": action.options.insert(.authenticationRequired)
                case "text": action.textInput = NotificationAction.TextInput(buttonTitle: .text(title))
                default:
                    throw ValidationError("\"\(option)\" is no option; there are destructive, passcode and text")
                }
            }
        }
        self.action = action
    }
}
