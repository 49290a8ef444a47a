import HostStore
import Testing
import TodayCommands
import TodayProtocol

@Suite struct SettingsChangeTests {
    private func settings(
        _ authorization: NotificationSettings.Authorization,
        wanted: Set<NotificationAuthorizationOption> = [.alert, .sound],
        allowed: Set<NotificationAuthorizationOption> = []
    ) -> AppNotificationSettings {
        AppNotificationSettings(app: AppID("a"), authorization: authorization, wanted: wanted, allowed: allowed)
    }

    @Test func firstYesAllowsWhatWasAskedFor() throws {
        let changed = try SettingsChange(allows: true).applied(to: settings(.notDetermined))

        #expect(changed == settings(.authorized, allowed: [.alert, .sound]))
    }

    @Test func firstYesToAnAppThatDidNotAskAllowsEverything() throws {
        let changed = try SettingsChange(allows: true).applied(to: settings(.notDetermined, wanted: []))

        #expect(changed == settings(.authorized, wanted: [], allowed: [.alert, .sound, .badge]))
    }

    @Test func switchesGoWithTheFirstYes() throws {
        let change = SettingsChange(allows: true, switches: [.sound: false, .badge: true])

        #expect(try change.applied(to: settings(.notDetermined)) == settings(.authorized, allowed: [.alert, .badge]))
    }

    @Test func noKeepsTheSwitchesForLater() throws {
        let denied = try SettingsChange(allows: false).applied(to: settings(.authorized, allowed: [.sound]))
        #expect(denied == settings(.denied, allowed: [.sound]))
        #expect(try SettingsChange(allows: true).applied(to: denied) == settings(.authorized, allowed: [.sound]))
    }

    @Test func switchesLeaveTheDecision() throws {
        let change = SettingsChange(switches: [.alert: false])

        #expect(try change.applied(to: settings(.authorized, allowed: [.alert])) == settings(.authorized))
        #expect(try change.applied(to: settings(.denied, allowed: [.alert])) == settings(.denied))
    }

    @Test func switchesWithoutADecisionAreRefused() {
        let error = #expect(throws: CommandError.self) {
            try SettingsChange(switches: [.alert: true]).applied(to: settings(.notDetermined))
        }

        #expect(error?.message.contains("--allow") == true)
    }
}
