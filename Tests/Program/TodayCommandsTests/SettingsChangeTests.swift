import HostModel
import HostStorage
import Testing
import TodayProtocol

@testable import TodayCommands

@Suite struct SettingsChangeTests {
    private func settings(
        _ authorization: NotificationSettings.Authorization,
        wanted: Set<NotificationAuthorizationOption> = [.alert, .sound],
        allowed: Set<NotificationAuthorizationOption> = []
    ) -> AppNotificationSettings {
        AppNotificationSettings(
            app: AppID("a"),
            authorization: authorization,
            wanted: wanted,
            allowed: allowed,
            answered: authorization == .notDetermined ? [] : wanted
        )
    }

    @Test func firstYesAllowsWhatWasAskedFor() throws {
        let changed = try SettingsChange(allows: true).applied(to: settings(.notDetermined))

        #expect(changed.authorization == .authorized)
        #expect(changed.allowed == [.alert, .sound])
    }

    @Test func firstYesToAnAppThatDidNotAskAllowsEverything() throws {
        let changed = try SettingsChange(allows: true).applied(to: settings(.notDetermined, wanted: []))

        #expect(changed.authorization == .authorized)
        #expect(changed.allowed == [.alert, .sound, .badge])
    }

    @Test func laterYesAllowsWhatWasAskedForSince() throws {
        var asked = settings(.authorized, wanted: [.alert, .sound, .badge], allowed: [.alert])
        asked.answered = [.alert, .sound]

        let changed = try SettingsChange(allows: true).applied(to: asked)

        #expect(changed.allowed == [.alert, .badge])
    }

    @Test func switchesGoWithTheFirstYes() throws {
        let change = SettingsChange(allows: true, switches: [.sound: false, .badge: true])

        #expect(try change.applied(to: settings(.notDetermined)).allowed == [.alert, .badge])
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

    @Test func styleAndQuietLeaveTheRest() throws {
        let allowed = settings(.authorized, allowed: [.sound])
        let alerts = try SettingsChange(style: .alert).applied(to: allowed)
        #expect(alerts.alertStyle == .alert && !alerts.isQuiet && alerts.allowed == [.sound])
        let quiet = try SettingsChange(isQuiet: true).applied(to: alerts)
        #expect(quiet.alertStyle == .alert && quiet.isQuiet)
        #expect(throws: CommandError.self) { try SettingsChange(isQuiet: true).applied(to: settings(.notDetermined)) }
        #expect(SettingsChange().isEmpty && !SettingsChange(style: NotificationAlertStyle.none).isEmpty)
        #expect(!SettingsChange(isQuiet: false).isEmpty)
    }

    @Test func switchesWithoutADecisionAreRefused() {
        let error = #expect(throws: CommandError.self) {
            try SettingsChange(switches: [.alert: true]).applied(to: settings(.notDetermined))
        }

        #expect(error?.message.contains("--allow") == true)
    }
}
