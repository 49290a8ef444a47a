import FoundationEssentials
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

    package static func identifier(of message: TopicMessage) -> String {
        identifier(ofSequence: message.sequence, topic: message.topic)
    }
}

/// The built-in app of the host's own notifications.
///
/// Responses to them are acknowledged immediately.
package enum HostApp {
    package static let id = AppID("org.today.Host")

    /// The names of the host's own pages and features in every language, which no app may have; the English one is
    /// first.
    package static let names = [
        LocalizableText.todayName, .notificationsName, .settingsName, .complicationsName, .devicesName, .appsName,
        .auditLogName, .outboxName, .passcodeName, .passkeysName, .installAppName, .sendMessageName, .sendName,
        .shareName, .linkName, .signInName, .systemSettingsName,
    ].map(HostTexts.forms)
}
