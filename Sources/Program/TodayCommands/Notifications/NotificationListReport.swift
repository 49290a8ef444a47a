import CardRendering
package import Foundation
import HostStorage
package import JSON
package import Notifications
package import TodayProtocol
import TodayScreen

/// The delivered notifications, and what goes beside them.
package struct NotificationListReport: Report {
    /// What there is.
    package var state: NotificationsState
    /// How the text looks.
    package var look: TerminalFormatter
    /// From when ages count.
    package var now: Date

    /// Reports notifications.
    package init(state: NotificationsState, look: TerminalFormatter, now: Date) {
        self.state = state
        self.look = look
        self.now = now
    }

    /// What of a state is an app's.
    package static func state(_ state: NotificationsState, of app: AppID) -> NotificationsState {
        var state = state
        state.groups.removeAll { $0.app != app }
        state.summary.questions.removeAll { $0.app != app }
        state.summary.failures.removeAll { $0.app != app }
        state.summary.badges = state.summary.badges.filter { $0.key == app }
        // How many of the older ones are the app's, nobody says.
        state.older = 0
        return state
    }

    /// A line for each notification, below it what else it says and its actions; then what the person has to know.
    package var text: String {
        var parts = [groups]
        if state.older > 0 { parts.append("There are \(state.older) older ones.") }
        parts += state.summary.questions.map { question in
            TerminalText.safe("\(question.title) would like to notify you: today settings \(question.app) --allow")
        }
        parts += state.summary.failures.map { failure in
            let sentence = TerminalText.safe("\(failure.title) did not do \(failure.action): \(failure.reason)")
            let id = TerminalText.safe(String(failure.id.prefix(8)))
            return "\(sentence)\n  today notifications retry|discard \(id)"
        }
        return parts.joined(separator: "\n")
    }

    private var groups: String {
        let shown = state.groups.flatMap(\.notifications)
        guard !shown.isEmpty else { return "There are no notifications." }
        if look.isNarrow { return narrowTable(shown) }
        var table = TextTable("ID", "APP", "DELIVERED", "NOTIFICATION")
        for notification in shown {
            let age = Age.words(since: notification.date, now: now)
            table.add(
                notification.id.description,
                notification.appTitle,
                notification.due == nil ? age : "\(age), late",
                short(notification.title)
            )
            for line in [notification.subtitle, notification.body] {
                if let line { table.add("", "", "", short(line)) }
            }
            for action in notification.actions { table.add("", "", "", "  \(ActionText.line(action))") }
        }
        return table.text
    }

    /// Without dates, the app in a line of its own.
    private func narrowTable(_ shown: [ShownNotification]) -> String {
        var table = TextTable("ID", "NOTIFICATION")
        let room = look.width - 2 - max(2, shown.map(\.id.description.count).max() ?? 0)
        for notification in shown {
            let texts = [
                notification.title, notification.subtitle ?? "", notification.body ?? "", notification.appTitle,
            ]
            for (index, text) in texts.enumerated() where index == 0 || !text.isEmpty {
                table.add(index == 0 ? notification.id.description : "", look.cut(text, to: room))
            }
            for action in notification.actions { table.add("", look.cut("  \(ActionText.line(action))", to: room)) }
        }
        return table.text
    }

    /// As much of a text as a line has room for.
    private func short(_ text: String) -> String {
        let limit = max(20, look.width - 40)
        return text.count > limit ? "\(text.prefix(limit - 1))…" : text
    }

    /// The notifications, the newest of the newest app first, how many older ones there are, badges, questions and
    /// failures.
    package var json: JSONValue {
        [
            "notifications": .array(state.groups.flatMap(\.notifications).map(json(of:))),
            "older": .integer(state.older),
            "badges": .object(
                Dictionary(uniqueKeysWithValues: state.summary.badges.map { ($0.rawValue, .integer($1)) })
            ),
            "questions": .array(
                state.summary.questions.map { question in
                    [
                        "app": .string(question.app.rawValue), "appTitle": .string(question.title),
                        "wanted": .array(question.wanted.map(\.rawValue).sorted().map(JSONValue.string)),
                    ]
                }
            ),
            "failures": .array(
                state.summary.failures.map { failure in
                    [
                        "id": .string(failure.id), "app": .string(failure.app.rawValue),
                        "appTitle": .string(failure.title), "action": .string(failure.action),
                        "reason": .string(failure.reason),
                    ]
                }
            ),
        ]
    }

    private func json(of notification: ShownNotification) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .integer(Int(notification.id.rawValue)),
            "app": .string(notification.app.rawValue),
            "appTitle": .string(notification.appTitle),
            "title": .string(notification.title),
            "date": .string(Dates.machine(notification.date)),
            "level": .string(notification.level.rawValue),
            "actions": .array(notification.actions.map(ActionText.json)),
        ]
        members["subtitle"] = notification.subtitle.map(JSONValue.string)
        members["body"] = notification.body.map(JSONValue.string)
        members["due"] = notification.due.map { .string(Dates.machine($0)) }
        members["url"] = notification.deepLink.map(JSONValue.string)
        return .object(members)
    }
}

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
