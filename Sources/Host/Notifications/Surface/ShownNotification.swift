import FoundationEssentials
import HostModel
package import HostStorage
package import TodayProtocol

extension ShownNotification {
    /// Localizes a delivered notification; the settings may mute it, and `opensApp` means that the app has a page.
    package init(
        _ record: DeliveredRecord,
        category: NotificationCategory?,
        appTitle: String,
        strings: LocalizedStrings,
        settings: NotificationSettings,
        opensApp: Bool = true
    ) {
        let content = record.request.content
        let actions = record.offered(by: category)
        let level = content.interruptionLevel ?? .active
        let isAbandoned = content.asker == .gone
        let makesSound = settings.allowed.contains(.sound) && level != .passive && !isAbandoned
        let nobodyWaits = isAbandoned ? strings.text(.nobodyWaits) : nil
        let body = [nobodyWaits, content.body.map(strings.text)].compactMap(\.self)
        self.init(
            id: record.id,
            app: record.app,
            appTitle: appTitle,
            title: strings.text(content.title),
            subtitle: content.subtitle.map(strings.text),
            body: body.isEmpty ? nil : body.joined(separator: "\n"),
            date: record.date,
            due: record.isLate ? record.due : nil,
            level: level,
            sound: makesSound ? content.sound : nil,
            deepLink: content.deepLink,
            isOpenable: opensApp || content.deepLink != nil,
            actions: actions.default.map { ShownAction($0, strings: strings) },
            minimalActions: actions.minimal.map { ShownAction($0, strings: strings) },
            isListed: record.isListed,
            alertStyle: record.alertStyle,
            isAbandoned: isAbandoned,
            revision: record.revision
        )
    }
}

extension DeliveredRecord {
    /// Returns the actions of the two contexts, its own or else its category's; none if nobody waits for the answer.
    package func offered(
        by category: NotificationCategory?
    ) -> (default: [NotificationAction], minimal: [NotificationAction]) {
        guard request.content.asker != .gone else { return ([], []) }
        guard actions.isEmpty else {
            return (actions, Array(actions.prefix(NotificationCategory.minimalContextLimit)))
        }
        return (category?.actions ?? [], category?.shownMinimalActions ?? [])
    }

    package func action(_ identifier: String, category: NotificationCategory?) -> NotificationAction? {
        let offered = offered(by: category)
        return (offered.default + offered.minimal).first { $0.identifier == identifier }
    }
}

extension ShownAction {
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
