import CardRendering
import HostModel
import JSON
import TodayProtocol

struct NotificationListReport: Report {
    var state: NotificationsState

    static func state(_ state: NotificationsState, of app: AppID) -> NotificationsState {
        var state = state
        state.groups.removeAll { $0.app != app }
        state.heldBack.removeAll { $0.app != app }
        state.summary.questions.removeAll { $0.app != app }
        state.summary.failures.removeAll { $0.app != app }
        state.summary.badges = state.summary.badges.filter { $0.key == app }
        // The host does not report how many of the older ones belong to the app.
        state.older = 0
        return state
    }

    func text(in context: CommandContext) -> String {
        var parts = [groups(context)]
        if state.older > 0 {
            parts.append(state.older == 1 ? "There is 1 older one." : "There are \(state.older) older ones.")
        }
        parts += state.heldBack.map { heldBack in
            let count = heldBack.count == 1 ? "1 notification" : "\(heldBack.count) notifications"
            return TerminalText.safe(
                heldBack.isKept
                    ? "Held back until you allow it: \(count) of \(heldBack.title): today settings \(heldBack.app) --allow"
                    : "Held back and not kept, in the last day: \(count) of \(heldBack.title), which may not notify you: "
                        + "today settings \(heldBack.app) --allow"
            )
        }
        parts += state.summary.questions.map { question in
            TerminalText.safe("\(question.title) would like to notify you: today settings \(question.app) --allow")
        }
        parts += state.summary.failures.map { failure in
            let sentence = TerminalText.safe("\(failure.title) did not do \(failure.action): \(failure.reason.english)")
            let id = TerminalText.safe(String(failure.id.prefix(8)))
            return "\(sentence)\n  today notifications retry|discard \(id)"
        }
        return parts.joined(separator: "\n")
    }

    /// The notifications of all apps, the newest first.
    private var shown: [ShownNotification] {
        state.groups.flatMap(\.notifications).sorted { ($0.date, $0.id) > ($1.date, $1.id) }
    }

    private func groups(_ context: CommandContext) -> String {
        let (shown, formatter) = (shown, TerminalFormatter(context))
        guard !shown.isEmpty else { return "There are no notifications." }
        if formatter.isNarrow { return narrowTable(shown, formatter) }
        let room = max(20, formatter.width - 40)
        var table = TextTable("ID", "APP", "DELIVERED", "NOTIFICATION")
        for notification in shown {
            let age = RelativeTime.words(since: notification.date, now: context.now)
            table.add(
                notification.id.description,
                notification.appTitle,
                [age, notification.due.map { _ in "late" }, notification.alertStyle == .alert ? "alert" : nil]
                    .compactMap(\.self).joined(separator: ", "),
                formatter.cut(notification.title, to: room)
            )
            for line in [notification.subtitle, notification.body] {
                if let line { table.add("", "", "", formatter.cut(line, to: room)) }
            }
            for action in notification.actions { table.add("", "", "", "  \(ActionText.line(action))") }
        }
        return table.text
    }

    /// A table for narrow terminals, without dates and with the app on its own line.
    private func narrowTable(_ shown: [ShownNotification], _ formatter: TerminalFormatter) -> String {
        var table = TextTable("ID", "NOTIFICATION")
        let room = formatter.width - 2 - max(2, shown.map(\.id.description.count).max() ?? 0)
        for notification in shown {
            let texts = [
                notification.title, notification.subtitle ?? "", notification.body ?? "", notification.appTitle,
            ]
            for (index, text) in texts.enumerated() where index == 0 || !text.isEmpty {
                table.add(index == 0 ? notification.id.description : "", formatter.cut(text, to: room))
            }
            for action in notification.actions {
                table.add("", formatter.cut("  \(ActionText.line(action))", to: room))
            }
        }
        return table.text
    }

    var json: JSONValue {
        .members([
            "notifications": shown.map(json(of:)),
            "older": state.older,
            "heldBack": JSONValue.list(state.heldBack) {
                ["app": $0.app, "appTitle": $0.title, "count": $0.count, "isKept": $0.isKept]
            },
            "badges": Dictionary(uniqueKeysWithValues: state.summary.badges.map { ($0.rawValue, $1) }),
            "questions": JSONValue.list(state.summary.questions) {
                ["app": $0.app, "appTitle": $0.title, "wanted": $0.wanted.map(\.rawValue).sorted()]
            },
            "failures": JSONValue.list(state.summary.failures) {
                ["id": $0.id, "app": $0.app, "appTitle": $0.title, "action": $0.action, "reason": $0.reason]
            },
        ])
    }

    private func json(of notification: ShownNotification) -> JSONValue {
        .members([
            "id": notification.id, "app": notification.app, "appTitle": notification.appTitle,
            "title": notification.title, "subtitle": notification.subtitle, "body": notification.body,
            "date": notification.date, "due": notification.due, "level": notification.level,
            "alertStyle": notification.alertStyle, "isAbandoned": notification.isAbandoned ? true : nil,
            "url": notification.deepLink, "actions": notification.actions.map(ActionText.json),
        ])
    }
}

enum ActionText {
    /// Returns the word to type and its effect, such as `trash = Empty the List (destructive, needs the passcode)`.
    static func line(_ action: ShownAction) -> String {
        var notes: [String] = []
        if action.isDestructive { notes.append("destructive") }
        if action.isForeground { notes.append("opens a page") }
        if action.textInput != nil { notes.append("takes a text") }
        if action.needsAuthentication { notes.append("needs the passcode") }
        let text = "\(action.identifier) = \(action.title)"
        return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: ", ")))"
    }

    static func json(_ action: ShownAction) -> JSONValue {
        .members([
            "identifier": action.identifier, "title": action.title, "isDestructive": action.isDestructive,
            "isForeground": action.isForeground, "needsPasscode": action.needsAuthentication,
            "takesText": action.textInput != nil,
        ])
    }
}
