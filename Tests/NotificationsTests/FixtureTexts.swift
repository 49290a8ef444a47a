import Notifications
import TodayProtocol

/// Names and texts of apps that a test made up.
struct FixtureTexts: NotificationTexts {
    func title(of app: AppID, in language: String) -> String {
        let name = app.rawValue.split(separator: ".").last.map(String.init) ?? ""
        return language == "ja" ? "\(name)（日本語）" : name
    }

    func strings(of app: AppID, in language: String) -> LocalizedStrings {
        LocalizedStrings([["hello": language == "ja" ? "%@さん、こんにちは" : "Hello, %@"]])
    }
}
