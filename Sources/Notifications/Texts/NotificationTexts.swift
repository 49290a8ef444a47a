package import TodayProtocol

/// Where names and texts of apps come from.
package protocol NotificationTexts: Sendable {
    /// An app's name; its identifier if it is not installed.
    func title(of app: AppID, in language: String) -> String

    /// An app's strings for a language; called often, from any thread, and answered from memory most of the time.
    func strings(of app: AppID, in language: String) -> LocalizedStrings
}
