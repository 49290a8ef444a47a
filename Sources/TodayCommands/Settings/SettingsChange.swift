package import HostStore
package import TodayProtocol

/// What the person wants to be different in an app's notification settings.
package struct SettingsChange: Hashable, Sendable {
    /// Whether the app may notify at all; none leaves it.
    package var allows: Bool?
    /// What is switched on or off.
    package var switches: [NotificationAuthorizationOption: Bool]

    /// Describes a change.
    package init(allows: Bool? = nil, switches: [NotificationAuthorizationOption: Bool] = [:]) {
        self.allows = allows
        self.switches = switches
    }

    /// Whether it changes nothing.
    package var isEmpty: Bool { allows == nil && switches.isEmpty }

    /// What the settings are then.
    ///
    /// Who allows an app for the first time allows it all that it asked for, or all there is if it has not asked.
    ///
    /// - Throws: ``CommandError`` if switches are turned of an app that was neither allowed nor denied.
    package func applied(to settings: AppNotificationSettings) throws(CommandError) -> AppNotificationSettings {
        var settings = settings
        if settings.authorization == .notDetermined {
            guard allows != nil else {
                throw CommandError(
                    "You have not said yet whether \(settings.app) may notify you: add --allow or --deny."
                )
            }
            settings.allowed = settings.wanted.isEmpty ? Set(NotificationAuthorizationOption.allCases) : settings.wanted
        }
        if let allows { settings.authorization = allows ? .authorized : .denied }
        for (option, isOn) in switches {
            if isOn { settings.allowed.insert(option) } else { settings.allowed.remove(option) }
        }
        return settings
    }
}
