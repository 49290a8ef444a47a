import Host
import HostModel
import HostStorage
import JSON
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayCommands

/// The commands about settings and the passcode, over the socket to a host in memory.
@Suite(.timeLimit(.minutes(10))) struct SettingsCommandTests {
    private let weather = AppID("com.example.weather")

    private func ask(_ today: LocalToday) {
        let settings = AppNotificationSettings(
            app: weather,
            authorization: .notDetermined,
            wanted: [.alert, .badge],
            allowed: []
        )
        today.host.changeNotifications {
            $0.settings = [AppNotificationDescription(title: "Weather", settings: settings)]
        }
    }

    @Test func settingsAreShownAndNotChanged() async throws {
        try await withLocalToday { today in
            #expect(await today.run("settings") == "No app has asked to notify you.\n")
            #expect(await today.run("settings", "Weather").contains("Weather  not asked"))
            ask(today)
            #expect(await today.run("settings").contains("Weather  to be answered"))
            #expect(today.host.sent(SetNotificationSettingsRequest.self).isEmpty)
        }
    }

    @Test func settingsAreChangedAndShown() async throws {
        try await withLocalToday { today in
            ask(today)

            let printed = await today.run("settings", "Weather", "--allow", "--badges", "off", "--json")
            let json = try JSONValue(parsing: Array(printed.utf8))
            #expect(json["allowed"] == ["alert"])
            let sent = today.host.sent(SetNotificationSettingsRequest.self)
            #expect(sent == [SetNotificationSettingsRequest(.authorized, allowed: [.alert], of: Samples.weatherApp.id)])
            #expect(
                await today.run("settings", "Weather", "--sounds", "on").contains("allowed        on      on      off")
            )
            let styled = await today.run("settings", "Weather", "--style", "alert", "--json")
            let styledJSON = try JSONValue(parsing: Array(styled.utf8))
            #expect(styledJSON["alertStyle"] == "alert")
            #expect(await today.run("settings", "Weather", "--quiet").contains("quiet"))
            #expect(today.host.sent(SetNotificationSettingsRequest.self).map(\.isQuiet) == [nil, nil, nil, true])
            let loud = await today.run("settings", "Weather", "--no-quiet", "--json")
            let loudJSON = try JSONValue(parsing: Array(loud.utf8))
            #expect(loudJSON["isQuiet"] == false)
            #expect(await today.run("settings", "Weather", "--deny").contains("Weather  denied"))
        }
    }

    @Test func rightsAreShownRevokedAndGivenBack() async throws {
        try await withLocalToday { today in
            let group = "group:group.com.example.weather"
            let shown = await today.run("settings", "Weather", "--rights")
            let lines = shown.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
            #expect(lines == ["RIGHT STATE", "program always", "network off", "\(group) on", "It is", "Not supported"])
            #expect(shown.contains("Run a program of Weather (com.example.weather) in the background."))
            #expect(shown.contains("without effect: com.apple.developer.healthkit"))

            let printed = await today.run("settings", "Weather", "--revoke", group, "--restore", "network", "--json")
            let json = try JSONValue(parsing: Array(printed.utf8))
            let states = json["rights"]?.arrayValue?.map { $0["isGranted"]?.boolValue }
            #expect(states == [true, true, false])
            #expect(today.host.sent(SetNotificationSettingsRequest.self).isEmpty)

            let console = RecordingConsole()
            await today.run("settings", "Weather", "--revoke", "nothing", on: console, status: .failure)
            #expect(console.error.contains("There is no right nothing."))
        }
    }

    @Test func theTimeZoneIsChosen() async throws {
        try await withLocalToday { today in
            #expect(await today.run("settings", "--time-zone", "Asia/Tokyo") == "Time zone: Asia/Tokyo\n")
            #expect(await today.run("settings", "--time-zone", "system", "--json").contains(#""timeZone""#))
            await today.run("settings", "Weather", "--time-zone", "Asia/Tokyo", status: .usage)
            #expect(today.host.sent(SetTimeZoneRequest.self).map(\.zone) == ["Asia/Tokyo", nil])
        }
    }

    @Test func quietHoursAreSetSwitchedAndShown() async throws {
        try await withLocalToday { today in
            #expect(await today.run("settings", "--quiet-hours", "22:30-07:00") == "Quiet hours: 22:30-07:00\n")
            #expect(await today.run("settings").contains("Quiet hours: 22:30-07:00"))
            #expect(await today.run("settings", "--quiet-hours", "off") == "Quiet hours: off\n")
            // The times are kept for when they are switched on again.
            let on = await today.run("settings", "--quiet-hours", "on", "--json")
            let json = try JSONValue(parsing: Array(on.utf8))
            #expect(json == ["isOn": true, "from": "22:30", "to": "07:00"])
            for bad in [
                "22-7", "22:00", "22:00-22:00", "24:00-07:00", "22:00-07:60", "22:00-07:00-08:00", "", "-", "7:00-8:00",
            ] {
                await today.run("settings", "--quiet-hours=\(bad)", status: .usage)
            }
            await today.run("settings", "Weather", "--quiet-hours", "off", status: .usage)
            #expect(today.host.with(\.notifications.quietHours).text == "22:30-07:00")
        }
    }

    @Test func switchWithoutADecisionIsRefused() async throws {
        try await withLocalToday { today in
            ask(today)
            let console = RecordingConsole()

            await today.run("settings", "Weather", "--alerts", "off", on: console, status: .failure)

            #expect(console.error.contains("--allow or --deny"))
        }
    }

    @Test func passcodeIsSetChangedAndRemovedOnTheTerminal() async throws {
        try await withLocalToday { today in
            let console = RecordingConsole(secrets: ["1234", "1234"])
            await today.run("passcode", "set", on: console)
            #expect(console.error == "New passcode: The same again: The passcode is set.\n")
            #expect(today.host.with(\.notifications.passcode) == "1234")

            await today.run(
                "passcode",
                "set",
                on: RecordingConsole(secrets: ["1234", "5678", "5679"]),
                status: .failure
            )
            await today.run("passcode", "set", on: RecordingConsole(secrets: ["1234", "5678", "5678"]))
            #expect(today.host.with(\.notifications.passcode) == "5678")

            await today.run("passcode", "remove", on: RecordingConsole(secrets: ["0000", "5678"]))
            #expect(today.host.with(\.notifications.passcode) == nil)
            await today.run("passcode", "remove", on: RecordingConsole(secrets: ["5678"]), status: .failure)
        }
    }

    @Test func passcodeIsSetChangedAndRemovedFromStandardInput() async throws {
        try await withLocalToday { today in
            await today.run("passcode", "set", "--passcode-stdin", on: RecordingConsole(lines: ["1234"]))
            await today.run("passcode", "set", "--passcode-stdin", on: RecordingConsole(lines: ["1234", "5678"]))
            #expect(today.host.with(\.notifications.passcode) == "5678")

            await today.run(
                "passcode",
                "set",
                "--passcode-stdin",
                on: RecordingConsole(lines: ["5678", "1"]),
                status: .failure
            )
            await today.run("passcode", "remove", status: .consentNeeded)
            await today.run("passcode", "remove", "--passcode-stdin", on: RecordingConsole(lines: ["5678"]))
            #expect(today.host.with(\.notifications.passcode) == nil)
        }
    }
}
