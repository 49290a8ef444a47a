import JSON
import Notifications

/// An action of a notification, for people and for programs.
enum ActionText {
    /// What to type and what it does, such as `trash = Empty the List (destructive, needs the passcode)`.
    static func line(_ action: ShownAction) -> String {
        var notes: [String] = []
        if action.isDestructive { notes.append("destructive") }
        if action.isForeground { notes.append("opens the app") }
        if action.textInput != nil { notes.append("takes a text") }
        if action.needsAuthentication { notes.append("needs the passcode") }
        let text = "\(action.identifier) = \(action.title)"
        return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: ", ")))"
    }

    /// Everything about an action.
    static func json(_ action: ShownAction) -> JSONValue {
        [
            "identifier": .string(action.identifier),
            "title": .string(action.title),
            "isDestructive": .bool(action.isDestructive),
            "isForeground": .bool(action.isForeground),
            "needsPasscode": .bool(action.needsAuthentication),
            "takesText": .bool(action.textInput != nil),
        ]
    }
}
