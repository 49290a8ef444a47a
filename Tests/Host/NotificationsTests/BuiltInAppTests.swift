import HostModel
import Notifications
import Testing
import TodayProtocol

@Suite struct BuiltInAppTests {
    @Test(arguments: [
        ("en-US", "Scripts", "Topics"), ("de-AT", "Skripte", "Themen"), ("ja", "スクリプト", "トピック"),
        ("fr", "Scripts", "Sujets"), ("it", "Scripts", "Topics"),
    ])
    func aBuiltInAppHasANameInEachLanguage(language: String, scripts: String, topics: String) {
        #expect(BuiltInApp.title(of: ScriptsApp.id, in: language) == scripts)
        #expect(BuiltInApp.title(of: TopicsApp.id, in: language) == topics)
        #expect(BuiltInApp.title(of: HostApp.id, in: language) == "Today")
        #expect(BuiltInApp.title(of: AppID("com.example.app"), in: language) == nil)
        // A terminal may be in another language than the page on which the name was read.
        #expect(BuiltInApp.named(scripts.lowercased()) == ScriptsApp.id && BuiltInApp.named(topics) == TopicsApp.id)
    }

    @Test func aBuiltInAppWantsEverythingWhateverThePersonHasChosen() {
        let all = Set(NotificationAuthorizationOption.allCases)
        var settings = AppNotificationSettings(
            app: ScriptsApp.id,
            authorization: .notDetermined,
            wanted: [],
            allowed: [],
            alertStyle: .alert
        )
        #expect(settings.effective.wanted == all && settings.effective.allowed == all)
        #expect(settings.effective.authorization == .authorized && settings.effective.alertStyle == .alert)
        (settings.authorization, settings.allowed) = (.authorized, [.badge])
        #expect(settings.effective.wanted == all && settings.effective.allowed == [.badge])
        #expect(settings.effective.unanswered.isEmpty)
        settings.app = AppID("com.example.app")
        #expect(settings.effective == settings)
    }
}
