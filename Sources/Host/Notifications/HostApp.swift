import HostModel
package import TodayProtocol

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
