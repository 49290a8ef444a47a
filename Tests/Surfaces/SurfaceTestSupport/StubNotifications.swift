package import Foundation
import Host
package import HostModel
import HostStorage
import Notifications
package import TodayProtocol

/// The notifications of a ``StubHost``, with as much of the host's rules as surfaces show.
package struct StubNotifications: Sendable {
    /// The last change.
    package var revision = Revision(1)
    /// The delivered notifications, oldest first, also those that are not listed.
    package var delivered: [ShownNotification] = []
    /// The scheduled ones.
    package var pending: [PendingNotification] = []
    /// The traces.
    package var traces: [DeliveryTrace] = []
    /// The badges.
    package var badges: [AppID: Int] = [:]
    /// What apps asked for and the person allows; an app that wants something and is undecided makes a question.
    package var settings: [AppNotificationDescription] = []
    /// The hours in which notifications are quiet.
    package var quietHours = QuietHours.initial
    package var appearance = Appearance.initial
    /// The responses that apps failed at.
    package var failures: [NotificationSummary.Failure] = []
    /// How many older notifications are not in the list.
    package var older = 0
    /// The passcode.
    package var passcode: String?
    /// How many wrong guesses there were since the last right one; the third sets ``nextTry``.
    package var wrongGuesses = 0
    /// When the next guess is taken; until a test resets it, every guess comes too soon.
    package var nextTry: Date?
    /// The surfaces that are unlocked.
    package var unlocked: Set<SurfaceID> = []
    /// The answers that were taken, in order.
    package var answers: [AnswerNotificationRequest] = []
    /// Why apps fail at answers, if they do.
    package var refusal: String?
    /// The responses to notifications of scripts, by identifier; an inner `nil` stands for a withdrawn one.
    package var responses: [String: NotificationResponse?] = [:]
    /// Whether the person lets scripts show notifications.
    package var letsScriptsNotify = true
    /// The delivered notifications of scripts.
    var scripts: [DeliveredID: ScriptNotification] = [:]
    var lastID: Int64 = 0

    /// Makes a host without notifications.
    package init() {}

    /// Badges, questions, failures and the alert.
    package var summary: NotificationSummary {
        NotificationSummary(
            badges: badges.filter { $0.value > 0 },
            count: delivered.count(where: \.isListed) + older,
            questions: settings.filter { $0.settings.authorization == .notDetermined && !$0.settings.wanted.isEmpty }
                .map { .init(app: $0.settings.app, title: $0.title, wanted: $0.settings.wanted) },
            failures: failures,
            alert: delivered.first { $0.alertStyle == .alert }
        )
    }

    /// Everything that a surface shows.
    package var state: NotificationsState {
        var groups: [NotificationsState.Group] = []
        for notification in delivered.reversed() where notification.isListed {
            if let index = groups.firstIndex(where: { $0.app == notification.app }) {
                groups[index].notifications.append(notification)
            } else {
                let title = notification.appTitle
                groups.append(.init(app: notification.app, title: title, notifications: [notification]))
            }
        }
        return NotificationsState(revision: revision, groups: groups, older: older, summary: summary)
    }

    /// Delivers a notification, under a new id if its id is 0, or in place of the one with its id.
    mutating func deliver(_ notification: ShownNotification) -> ShownNotification {
        var notification = notification
        if notification.id.rawValue == 0 { notification.id = DeliveredID(rawValue: lastID + 1) }
        delivered.removeAll { $0.id == notification.id }
        lastID = max(lastID, notification.id.rawValue)
        notification.revision = revision
        delivered.append(notification)
        return notification
    }

    /// Withdraws notifications.
    ///
    /// - Returns: The ids of those that were there.
    mutating func withdraw(_ ids: [DeliveredID]) -> [DeliveredID] { withdraw { ids.contains($0.id) } }

    /// Withdraws the notifications that meet a condition, and returns their ids.
    mutating func withdraw(where isMeant: (ShownNotification) -> Bool) -> [DeliveredID] {
        let ids = delivered.filter(isMeant).map(\.id)
        delivered.removeAll { ids.contains($0.id) }
        for identifier in ids.compactMap({ scripts[$0]?.identifier }) where responses[identifier] == nil {
            responses.updateValue(nil, forKey: identifier)
        }
        return ids
    }

    /// Takes an answer.
    ///
    /// - Returns: The notification that it answers, still delivered; `nil` if it is gone.
    /// - Throws: What the host throws for an answer that it refuses.
    mutating func answer(_ request: AnswerNotificationRequest) throws -> ShownNotification? {
        let answer = request.answer
        guard let shown = delivered.first(where: { $0.id == answer.notification }) else { return nil }
        let action = (shown.actions + shown.minimalActions).first { $0.identifier == answer.action }
        guard action != nil || answer.action == NotificationAction.defaultIdentifier else {
            throw HostError(.invalid, "This notification offers no action “\(answer.action)”.")
        }
        if action?.textInput != nil, (answer.text ?? "").isEmpty { throw HostError(.invalid, "This needs a text.") }
        if action?.needsAuthentication == true {
            if passcode == nil || answer.passcode != nil {
                try unlock(with: answer.passcode ?? "", on: request.surface)
            }
            guard unlocked.contains(request.surface) else {
                throw HostError(.passcodeRequired, "This needs the passcode.")
            }
        }
        if let script = scripts[shown.id], let identifier = script.identifier {
            let request = NotificationRequest(identifier: identifier, content: script.content)
            responses[identifier] = NotificationResponse(
                id: "r\(shown.id)",
                notification: DeliveredNotification(request: request, date: shown.date),
                actionIdentifier: answer.action,
                text: answer.text
            )
        }
        answers.append(request)
        return shown
    }

    /// Unlocks a surface with the passcode.
    mutating func unlock(with guess: String, on surface: SurfaceID) throws {
        guard let passcode else {
            throw HostError(.passcodeNotSet, "Set a passcode first: in Settings, or with today passcode set.")
        }
        guard nextTry == nil else { throw HostError(.passcodeWrong, "Too many wrong guesses.") }
        guard guess == passcode else {
            wrongGuesses += 1
            if wrongGuesses >= 3 { nextTry = Date().addingTimeInterval(30) }
            throw HostError(.passcodeWrong, "This passcode is wrong.")
        }
        wrongGuesses = 0
        unlocked.insert(surface)
    }

    /// Sets the passcode, or removes it.
    mutating func setPasscode(_ request: SetPasscodeRequest) throws {
        if passcode != nil {
            guard let current = request.current else {
                throw HostError(.passcodeRequired, "Give the present passcode too.")
            }
            try unlock(with: current, on: request.surface)
        }
        if let new = request.passcode, !(4...128).contains(new.count) {
            throw HostError(.invalid, "A passcode has 4 to 128 characters.")
        }
        passcode = request.passcode
        unlocked = passcode == nil ? [] : [request.surface]
    }
}
