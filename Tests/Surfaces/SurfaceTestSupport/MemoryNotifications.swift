package import Foundation
import Host
import HostStorage
package import Notifications
package import TodayProtocol

/// The notifications of a host that lives in memory: what there is, and the rules by which it changes.
package struct MemoryNotifications: Sendable {
    /// An answer that was taken.
    package struct Taken: Hashable, Sendable {
        /// What the person chose.
        package var answer: NotificationAnswer
        /// Where.
        package var surface: SurfaceID

        /// Describes an answer.
        package init(answer: NotificationAnswer, surface: SurfaceID) {
            self.answer = answer
            self.surface = surface
        }
    }

    /// The commit that changed anything of this last.
    package var revision = Revision(1)
    /// The delivered notifications, oldest first, also those that are not listed.
    package var delivered: [ShownNotification] = []
    /// The scheduled ones.
    package var pending: [PendingNotification] = []
    /// The badges.
    package var badges: [AppID: Int] = [:]
    /// What apps asked for and the person allows; who is not determined and wants something asks.
    package var settings: [AppNotificationDescription] = []
    /// What went wrong.
    package var failures: [NotificationSummary.Failure] = []
    /// How many notifications are not among the delivered ones any more.
    package var older = 0
    /// The passcode.
    package var passcode: String?
    /// How many wrong guesses there were since the last right one.
    package var wrongGuesses = 0
    /// When the next guess is taken.
    package var nextTry: Date?
    /// Until when surfaces are unlocked.
    package var unlocked: [SurfaceID: Date] = [:]
    /// The answers that were taken, in order.
    package var answers: [Taken] = []
    /// The responses to notifications of scripts, by identifier; `nil` in it is one that went away.
    package var responses: [String: NotificationResponse?] = [:]
    /// The identifiers of notifications of scripts.
    var scripts: [DeliveredID: ScriptNotification] = [:]
    var lastID: Int64 = 0

    /// Makes a host without notifications.
    package init() {}

    /// What goes beside the list.
    package var summary: NotificationSummary {
        NotificationSummary(
            badges: badges.filter { $0.value > 0 },
            count: delivered.count(where: \.isListed) + older,
            questions: settings.filter { $0.settings.authorization == .notDetermined && !$0.settings.wanted.isEmpty }
                .map { .init(app: $0.settings.app, title: $0.title, wanted: $0.settings.wanted) },
            failures: failures
        )
    }

    /// Everything that a surface shows.
    package var state: NotificationsState {
        var groups: [NotificationsState.Group] = []
        for notification in delivered.reversed() where notification.isListed {
            if let index = groups.firstIndex(where: { $0.app == notification.app }) {
                groups[index].notifications.append(notification)
            } else {
                groups.append(
                    .init(app: notification.app, title: notification.appTitle, notifications: [notification])
                )
            }
        }
        return NotificationsState(revision: revision, groups: groups, older: older, summary: summary)
    }

    /// Gives a notification a number, unless it has that of a delivered one, which it then replaces.
    mutating func deliver(_ notification: ShownNotification) -> ShownNotification {
        var notification = notification
        if let index = delivered.firstIndex(where: { $0.id == notification.id }) {
            delivered.remove(at: index)
        } else if notification.id.rawValue == 0 {
            lastID += 1
            notification.id = DeliveredID(rawValue: lastID)
        }
        lastID = max(lastID, notification.id.rawValue)
        notification.revision = revision
        delivered.append(notification)
        return notification
    }

    /// Takes notifications away.
    ///
    /// - Returns: Those that were there.
    mutating func withdraw(_ ids: [DeliveredID]) -> [DeliveredID] {
        let there = delivered.map(\.id).filter(ids.contains)
        delivered.removeAll { ids.contains($0.id) }
        for id in there {
            if let identifier = scripts[id]?.identifier, responses[identifier] == nil {
                responses.updateValue(nil, forKey: identifier)
            }
        }
        return there
    }
}

// MARK: - Answers

extension MemoryNotifications {
    /// Takes an answer.
    ///
    /// - Returns: The notification that it answers; none if it is gone.
    /// - Throws: What the host throws for an answer that it refuses.
    mutating func take(
        _ answer: NotificationAnswer,
        on surface: SurfaceID,
        now: Date
    ) throws(HostError) -> ShownNotification? {
        guard let shown = delivered.first(where: { $0.id == answer.notification }) else { return nil }
        let action = (shown.actions + shown.minimalActions).first { $0.identifier == answer.action }
        if answer.action != NotificationAction.defaultIdentifier {
            guard let action else {
                throw HostError(.invalid, "This notification offers no action “\(answer.action)”.")
            }
            if action.textInput != nil, (answer.text ?? "").isEmpty {
                throw HostError(.invalid, "“\(action.title)” needs a text.")
            }
        }
        guard (answer.text ?? "").utf8.count <= NotificationAnswer.textLimit else {
            throw HostError(.invalid, "The text is too long; it has at most \(NotificationAnswer.textLimit) bytes.")
        }
        if action?.needsAuthentication == true {
            guard passcode != nil else {
                throw HostError(.passcodeNotSet, "Set a passcode first: in Settings, or with today passcode set.")
            }
            if let given = answer.passcode {
                try unlock(with: given, on: surface, now: now)
            } else if !isUnlocked(surface, now: now) {
                throw HostError(.passcodeRequired, "“\(action?.title ?? "")” needs the passcode.")
            }
        }
        if let script = scripts[shown.id], let identifier = script.identifier {
            responses[identifier] = NotificationResponse(
                id: "r\(shown.id)",
                notification: DeliveredNotification(
                    request: NotificationRequest(identifier: identifier, content: script.content),
                    date: shown.date
                ),
                actionIdentifier: answer.action,
                text: answer.text
            )
        }
        delivered.removeAll { $0.id == shown.id }
        answers.append(Taken(answer: answer, surface: surface))
        return shown
    }
}

// MARK: - The passcode

extension MemoryNotifications {
    /// Whether the passcode was given on a surface within the last minute.
    func isUnlocked(_ surface: SurfaceID, now: Date) -> Bool { unlocked[surface].map { $0 > now } ?? false }

    /// Takes a guess: three wrong ones are free, each further one doubles the wait.
    mutating func unlock(with guess: String, on surface: SurfaceID, now: Date) throws(HostError) {
        try check(guess, now: now)
        unlocked[surface] = now.addingTimeInterval(60)
    }

    /// Sets the passcode, or removes it.
    mutating func setPasscode(
        _ new: String?,
        current: String?,
        on surface: SurfaceID,
        now: Date
    ) throws(HostError) {
        if passcode != nil {
            guard let current else { throw HostError(.passcodeRequired, "Give the present passcode too.") }
            try check(current, now: now)
        }
        if let new, !(4...128).contains(new.count) {
            throw HostError(.invalid, "A passcode has 4 to 128 characters.")
        }
        passcode = new
        unlocked = new == nil ? [:] : [surface: now.addingTimeInterval(60)]
    }

    private mutating func check(_ guess: String, now: Date) throws(HostError) {
        guard let passcode else {
            throw HostError(.passcodeNotSet, "Set a passcode first: in Settings, or with today passcode set.")
        }
        if let nextTry, nextTry > now {
            throw HostError(.passcodeWrong, "Too many wrong guesses. \(wait(until: nextTry, now: now))")
        }
        guard guess == passcode else {
            wrongGuesses += 1
            guard wrongGuesses >= 3 else { throw HostError(.passcodeWrong, "This passcode is wrong.") }
            let next = now.addingTimeInterval(min(3600, 30 * pow(2, Double(wrongGuesses - 3))))
            nextTry = next
            throw HostError(.passcodeWrong, "This passcode is wrong. \(wait(until: next, now: now))")
        }
        wrongGuesses = 0
        nextTry = nil
    }

    private func wait(until date: Date, now: Date) -> String {
        let seconds = Int(date.timeIntervalSince(now).rounded(.up))
        return "Try again in \(seconds < 120 ? "\(seconds) seconds" : "\(seconds / 60) minutes")."
    }
}
