package import TodayProtocol

/// Supplies the names and strings of apps.
package protocol NotificationTexts: Sendable {
    /// Returns an app's name; its identifier if it is not installed.
    func title(of app: AppID, in language: String) -> String

    /// Returns `true` if a text is an app's name in any language.
    func isTitle(_ text: String, of app: AppID) -> Bool

    /// Returns an app's strings for a language.
    ///
    /// It is called often and from any thread, and should usually answer from memory.
    func strings(of app: AppID, in language: String) -> LocalizedStrings

    /// Returns `true` if an app has a page that its icon opens.
    func hasPage(_ app: AppID) -> Bool
}
