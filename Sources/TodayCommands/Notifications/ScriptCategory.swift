import ArgumentParser
package import TodayProtocol

/// A ready-made set of actions for notifications of scripts.
package enum ScriptCategory: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// `yes` and `no`.
    case yesNo = "yes-no"
    /// `ok` and `cancel`.
    case okCancel = "ok-cancel"
    /// `reply`, which takes a text.
    case reply

    /// Its actions.
    package var actions: [NotificationAction] {
        switch self {
        case .yesNo:
            [NotificationAction(identifier: "yes", title: "Yes"), NotificationAction(identifier: "no", title: "No")]
        case .okCancel:
            [
                NotificationAction(identifier: "ok", title: "OK"),
                NotificationAction(identifier: "cancel", title: "Cancel"),
            ]
        case .reply:
            [NotificationAction(identifier: "reply", title: "Reply", textInput: .init(buttonTitle: "Send"))]
        }
    }
}
