package import FoundationEssentials
import HostModel
package import HostStorage
package import TodayProtocol

/// The built-in apps, which have neither a bundle nor a process.
package enum BuiltInApp {
    /// The identifiers, in the order in which lists show them.
    package static let all = [ScriptsApp.id, TopicsApp.id, HostApp.id]

    private static func name(of app: AppID) -> LocalizableText? {
        switch app {
        case ScriptsApp.id: .scriptsName
        case TopicsApp.id: .topicsName
        case HostApp.id: "Today"
        default: nil
        }
    }

    /// Returns the English name of a built-in app; `nil` for other apps.
    package static func title(of app: AppID) -> String? { name(of: app)?.english }

    /// Returns the name of a built-in app in a surface's language, a BCP 47 tag; `nil` for other apps.
    package static func title(of app: AppID, in language: String) -> String? {
        name(of: app).map(HostTexts.strings(in: language).text)
    }

    /// Returns the names of a built-in app in every language, the English one first; none for other apps.
    package static func names(of app: AppID) -> [String] { name(of: app).map(HostTexts.forms) ?? [] }

    /// Finds a built-in app by its identifier or its name in any language, ignoring case.
    package static func named(_ name: String) -> AppID? {
        let name = name.lowercased()
        return all.first { app in
            app.rawValue.lowercased() == name || names(of: app).contains { $0.lowercased() == name }
        }
    }
}

extension AppNotificationSettings {
    /// The settings with the default of built-in apps, which are allowed everything until the person decides.
    package var effective: AppNotificationSettings {
        guard BuiltInApp.title(of: app) != nil, authorization == .notDetermined else { return self }
        let all = Set(NotificationAuthorizationOption.allCases)
        var settings = self
        settings.authorization = .authorized
        (settings.wanted, settings.allowed, settings.answered) = (all, all, all)
        return settings
    }
}

/// The built-in app of notifications from the command line.
///
/// Responses to its notifications are acknowledged immediately, and kept for a script that waits for them.
package enum ScriptsApp {
    package static let id = AppID("org.today.Scripts")
}

/// The built-in app of messages from topics.
///
/// The host itself performs the actions of its notifications.
package enum TopicsApp {
    package static let id = AppID("org.today.Topics")
    /// The English name, which commands take.
    package static var title: String { LocalizableText.topicsName.english }

    /// Returns the identifier of the notification that all messages of a sequence share, at most 128 bytes.
    package static func identifier(ofSequence sequence: String, topic: String) -> String {
        "\(sequence)@\(topic.prefix(63))"
    }

    /// Returns the identifier of the notification of a message.
    package static func identifier(of message: TopicMessage) -> String {
        identifier(ofSequence: message.sequence, topic: message.topic)
    }
}

/// A notification that a script requests, shown by the built-in app *Scripts*.
package struct ScriptNotification: Codable, Hashable, Sendable {
    /// The identifier; `nil` to have one generated.
    package var identifier: String?
    package var content: NotificationContent
    /// The notification's own actions, at most four; the first two show in the minimal context.
    package var actions: [NotificationAction]
    package var trigger: NotificationTrigger
    /// A delivery date, which overrides the trigger.
    package var date: Date?

    package init(
        identifier: String? = nil,
        content: NotificationContent,
        actions: [NotificationAction] = [],
        trigger: NotificationTrigger = .now,
        date: Date? = nil
    ) {
        self.identifier = identifier
        self.content = content
        self.actions = actions
        self.trigger = trigger
        self.date = date
    }
}

/// A notification of a script that the host has accepted.
package struct PostedNotification: Codable, Hashable, Sendable {
    package var identifier: String
    /// The due time; `nil` if it is due now.
    package var due: Date?
    /// `true` if the person lets *Scripts* show notifications; otherwise, this one is not shown.
    package var isAllowed: Bool
    /// The mark by which it is told from others with the same identifier, to wait for its answer alone.
    package var question: String?

    package init(identifier: String, due: Date? = nil, isAllowed: Bool = true, question: String? = nil) {
        self.identifier = identifier
        self.due = due
        self.isAllowed = isAllowed
        self.question = question
    }
}
