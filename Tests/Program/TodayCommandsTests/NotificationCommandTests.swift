import Foundation
import Host
import HostModel
import HostStorage
import JSON
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayCommands

/// The commands about notifications, over the socket to a host in memory.
@Suite(.timeLimit(.minutes(10))) struct NotificationCommandTests {
    /// Delivers a notification of Weather with actions.
    private func forecast(_ today: LocalToday) -> DeliveredID {
        var forecast = Samples.forecast()
        forecast.actions = Samples.reminderActions
        forecast.deepLink = Samples.weatherURL
        return today.host.deliver(forecast)
    }

    private func answers(_ today: LocalToday) -> [NotificationAnswer] {
        today.host.with { $0.notifications.answers.map(\.answer) }
    }

    @Test func postedNotificationHasAnIdentifier() async throws {
        try await withLocalToday { today in
            #expect(await today.run("notify", "Tea", "--id", "tea") == "tea\n")
            #expect(await today.run("notify", "Tea", "--id", "tea", "--json") == #"{"identifier":"tea"}"# + "\n")
            #expect(today.host.with { $0.notifications.delivered.map(\.title) }.contains("Tea"))
        }
    }

    @Test func aBadgeAloneNeedsNoTitle() async throws {
        try await withLocalToday { today in
            await today.run("notify", "--badge", "5")

            let content = try #require(today.host.sent(PostNotificationRequest.self).last?.notification.content)
            #expect(content.isBadgeOnly && content.badge == 5)
        }
    }

    @Test(arguments: [("yes-no", ["yes", "no"]), ("ok-cancel", ["ok", "cancel"]), ("reply", ["reply"])])
    func categoriesOfScriptsHoldReadyMadeActions(name: String, actions: [String]) async throws {
        try await withLocalToday { today in
            await today.run("notify", "Go on?", "--category", name)

            #expect(today.host.with { $0.notifications.delivered.last?.actions.map(\.identifier) } == actions)
        }
    }

    @Test func listShowsWhatCanBeDone() async throws {
        try await withLocalToday { today in
            let id = forecast(today)

            let text = await today.run("notifications", "list")
            #expect(text.contains("\(id)   Weather  2 hr ago, late"))
            #expect(text.contains("trashAction = Trash List (destructive, needs the passcode)"))
            #expect(await today.run("notifications", "list", "Weather") == text)
            #expect(await today.run("notifications") == text)
            #expect(await today.run("notifications", "Weather") == text)
            await today.run("notifications", "list", "Nobody", status: .failure)
            let json = try JSONValue(parsing: Array(await today.run("notifications", "list", "--json").utf8))
            #expect(json["notifications"]?.arrayValue?.count == 1)
        }
    }

    @Test func pendingAreListedOfAllOrOfAnApp() async throws {
        try await withLocalToday { today in
            await today.run("notify", "Tea", "--id", "tea", "--at", "2026-11-21T08:00:00Z")

            let line = "2026-11-21 09:00:00  Scripts  tea         Tea\n"
            #expect(await today.run("notifications", "pending", zone: "Europe/Berlin").hasSuffix(line))
            #expect(await today.run("notifications", "--pending", zone: "Europe/Berlin").hasSuffix(line))
            #expect(await today.run("notifications", "Scripts", "--pending", zone: "Europe/Berlin").hasSuffix(line))
            #expect(await today.run("notifications", "pending", "Weather") == "Nothing is scheduled.\n")
            let listed = today.host.sent(ListPendingNotificationsRequest.self)
            #expect(listed.contains { $0.app == Samples.weatherApp.id && $0.limit == 100 })
        }
    }

    @Test func anErrorOfAnUnknownAppListsTheBuiltInAppsWhichAreFoundFirst() async throws {
        try await withLocalToday { today in
            let console = RecordingConsole()
            await today.run("notifications", "--pending", "Nope", on: console, status: .failure)
            let builtIn = "Scripts (org.today.Scripts), Topics (org.today.Topics), Today (org.today.Host)"
            #expect(console.error == "There is no app Nope. Built in: \(builtIn).\n")

            // An installed app may have a name that begins so.
            await today.run("notifications", "Scripts", "--pending")
            #expect(today.host.sent(FindAppRequest.self) == [FindAppRequest("Nope", orBuiltIn: true)])
        }
    }

    @Test func whenItIsDueAndThatItIsHeldBackIsSaid() async throws {
        try await withLocalToday { today in
            let console = RecordingConsole()
            await today.run("notify", "Tea", "--id", "tea", "--at", "2026-11-21T08:00:00Z", on: console)
            #expect(console.error.hasPrefix("It is due on 2026-11-21 08:00:00."), "\(console.error)")
            let due = await today.run("notify", "Tea", "--id", "tea", "--at", "2026-11-21T08:00:00Z", "--json")
            #expect(due == #"{"due":"2026-11-21T08:00:00.000Z","identifier":"tea"}"# + "\n")

            today.host.with { $0.notifications.letsScriptsNotify = false }
            let held = RecordingConsole()
            await today.run("notify", "Tea", "--id", "tea", on: held)
            #expect(held.error.contains("Held back: Scripts may not notify you"), "\(held.error)")
            let json = await today.run("notify", "Tea", "--id", "tea", "--json")
            #expect(json == #"{"identifier":"tea","isHeldBack":true}"# + "\n")
        }
    }

    @Test func removeTakesNumbersAndIdentifiers() async throws {
        try await withLocalToday { today in
            let id = forecast(today)

            await today.run("notifications", "remove", "Weather", "\(id)", "99", "rain")

            let remove = RemoveNotificationsRequest(
                of: Samples.weatherApp.id,
                identifiers: ["\(id)", "99", "rain"],
                pending: true,
                delivered: true
            )
            // A script that waits for the answer to a notification must not be told that the person dismissed it.
            #expect(today.log.last == "\(remove)")
            #expect(today.host.sent(DismissNotificationsRequest.self).isEmpty)
            #expect(today.host.with { $0.notifications.delivered.isEmpty })
        }
    }

    @Test(arguments: [
        (["--pending"], #"["all"] true false"#), (["--delivered"], #"["all"] false true"#),
        (["--all"], #"["all"] true true"#), (["a", "--pending"], #"["a"] true false"#),
        (["a", "b", "--delivered"], #"["a", "b"] false true"#), (["a"], #"["a"] true true"#),
    ])
    func removeSaysWhichAreMeant(arguments: [String], order: String) async throws {
        try await withLocalToday { today in
            let console = RecordingConsole()
            let status = await CommandLineProgram.run(
                ["notifications", "remove", "Weather"] + arguments + ["--state", today.state],
                in: console.context()
            )

            #expect(status == .success)
            let sent = try #require(today.host.sent(RemoveNotificationsRequest.self).last)
            #expect(sent.app == Samples.weatherApp.id)
            #expect("\(sent.identifiers ?? ["all"]) \(sent.pending) \(sent.delivered)" == order)
        }
    }

    @Test(arguments: ["retry", "discard"])
    func whatFailedIsRetriedOrDiscardedByTheBeginningOfItsID(command: String) async throws {
        try await withLocalToday { today in
            today.host.with { state in
                state.notifications.failures = ["5c2e81f0-1", "5c2e81f0-2", "77aa0000-1"].map { id in
                    NotificationSummary.Failure(
                        id: id,
                        app: Samples.weatherApp.id,
                        title: "Weather",
                        action: "Trash List",
                        reason: "The disk is full."
                    )
                }
            }
            #expect(
                await today.run("notifications", "list").contains(
                    """
                    Weather did not do Trash List: The disk is full.
                      today notifications retry|discard 77aa0000
                    """
                )
            )
            for (id, part) in [("5c2e", "2 ids begin with 5c2e"), ("abcd", "has the id abcd"), ("77", "too short")] {
                let console = RecordingConsole()
                let context = console.context(environment: ["HOME": today.state])
                let status = await CommandLineProgram.run(
                    ["notifications", command, id, "--state", today.state],
                    in: context
                )
                #expect(status != .success)
                #expect(console.error.contains(part), "\(console.error)")
            }
            await today.run("notifications", command, "77AA")
            let decision: ResolveFailedResponseRequest.Decision = command == "retry" ? .retry : .discard
            let sent = today.host.sent(ResolveFailedResponseRequest.self)
            #expect(sent.last == ResolveFailedResponseRequest(decision, "77aa0000-1"))
            #expect(today.host.with { $0.notifications.failures.map(\.id) } == ["5c2e81f0-1", "5c2e81f0-2"])
        }
    }

    @Test func actionIsDoneAndNothingIsSaid() async throws {
        try await withLocalToday { today in
            let id = forecast(today)

            #expect(await today.run("respond", "\(id)", "justInform").isEmpty)

            #expect(answers(today) == [NotificationAnswer(notification: id, action: "justInform", waits: true)])
        }
    }

    @Test func textComesAlong() async throws {
        try await withLocalToday { today in
            let id = forecast(today)

            let printed = await today.run("respond", "\(id)", "add", "--text", "Bread", "--json")

            #expect(printed == #"{"outcome":"done"}"# + "\n")
            #expect(answers(today).first?.text == "Bread")
        }
    }

    @Test func openingShowsThePage() async throws {
        try await withLocalToday { today in
            let first = forecast(today)
            #expect(await today.run("respond", "\(first)", "open").contains("Partly Cloudy"))
            let second = forecast(today)
            let printed = await today.run("respond", "\(second)", "open", "--json")
            #expect(printed == #"{"outcome":"open","url":"weather://"}"# + "\n")
        }
    }

    @Test func dismissalIsNoAnswer() async throws {
        try await withLocalToday { today in
            let id = forecast(today)

            await today.run("respond", "\(id)", "dismiss")

            #expect(answers(today).isEmpty)
            #expect(today.host.with { $0.notifications.delivered.isEmpty })
        }
    }

    @Test func whatIsGoneOrNotOfferedOrFailedIsSaid() async throws {
        try await withLocalToday { today in
            let id = forecast(today)
            let console = RecordingConsole()

            await today.run("respond", "99", "open", on: console, status: .failure)
            await today.run("respond", "\(id)", "fly", on: console, status: .failure)
            today.host.with { $0.notifications.refusal = "Weather crashed." }
            await today.run("respond", "\(id)", "justInform", on: console, status: .failure)

            #expect(
                console.error == """
                    There is no notification 99; list them with: today notifications
                    Notification \(id) has no action fly; there are: justInform, editList, trashAction, add, open, dismiss
                    Weather crashed.

                    """
            )
        }
    }

    @Test func passcodeIsAskedForOnTheTerminal() async throws {
        try await withLocalToday { today in
            let id = forecast(today)
            today.host.changeNotifications { $0.passcode = "1234" }
            let console = RecordingConsole(secrets: ["0000", "1234"])

            await today.run("respond", "\(id)", "trashAction", on: console)

            #expect(console.error == "Passcode: This passcode is wrong.\nPasscode: ")
            #expect(answers(today).map(\.passcode) == ["1234"])
        }
    }

    @Test func passcodeIsReadFromStandardInput() async throws {
        try await withLocalToday { today in
            let id = forecast(today)
            today.host.changeNotifications { $0.passcode = "1234" }

            await today.run(
                "respond",
                "\(id)",
                "trashAction",
                on: RecordingConsole(lines: ["1234"]),
                status: .consentNeeded
            )
            await today.run(
                "respond",
                "\(id)",
                "trashAction",
                "--passcode-stdin",
                on: RecordingConsole(lines: ["0000", "1234"]),
                status: .failure
            )
            await today.run(
                "respond",
                "\(id)",
                "trashAction",
                "--passcode-stdin",
                on: RecordingConsole(lines: ["1234"])
            )

            #expect(answers(today).count == 1)
        }
    }

    @Test func missingPasscodeSaysHowToSetOne() async throws {
        try await withLocalToday { today in
            let id = forecast(today)
            let console = RecordingConsole(secrets: ["1234"])

            await today.run("respond", "\(id)", "trashAction", on: console, status: .failure)

            #expect(console.error.contains("today passcode set"))
        }
    }

    @Test func badgesAreListedWithTheApps() async throws {
        try await withLocalToday { today in
            today.host.changeNotifications { $0.badges[AppID("com.example.weather")] = 3 }

            let json = try JSONValue(parsing: Array(await today.run("list", "--json").utf8))

            #expect(json.arrayValue?.first?["badge"] == 3)
        }
    }
}

// MARK: - Waiting for the response

extension NotificationCommandTests {
    /// Runs `body` as soon as the notification of a script is delivered.
    private func whenDelivered(_ today: LocalToday, _ body: (DeliveredID) async throws -> Void) async throws {
        for await event in today.host.notificationEvents(for: Samples.viewer, after: nil) {
            switch event.change {
            case .all(let state):
                guard let shown = state.groups.first?.notifications.first else { continue }
                return try await body(shown.id)
            case .shown(let shown, _): return try await body(shown.id)
            case .withdrawn, .summary: continue
            }
        }
    }

    @Test func waitPrintsTheAnswer() async throws {
        try await withLocalToday { today in
            async let printed = today.run("notify", "Deploy?", "--id", "d", "--action", "say:text=Say", "--wait")
            try await whenDelivered(today) { id in
                await today.run("respond", "\(id)", "say", "--text", "later")
            }

            let json = try JSONValue(parsing: Array(await printed.utf8))

            #expect(json["action"] == "say")
            #expect(json["text"] == "later")
            #expect(json["identifier"] == "d")
        }
    }

    @Test func waitEndsWhenTheNotificationGoesAway() async throws {
        try await withLocalToday { today in
            async let printed = today.run("notify", "Deploy?", "--id", "d", "--wait", status: .unanswered)
            try await whenDelivered(today) { id in await today.run("respond", "\(id)", "dismiss") }

            #expect(await printed.isEmpty)
        }
    }

    @Test func waitEndsAfterItsTime() async throws {
        try await withLocalToday { today in
            let console = RecordingConsole()

            await today.run(
                "notify",
                "Deploy?",
                "--id",
                "d",
                "--wait",
                "--timeout",
                "0.05",
                on: console,
                status: .unanswered
            )

            #expect(console.error.contains("d in time"))
            #expect(today.host.with { $0.notifications.delivered.map(\.title) } == ["Deploy?"])
        }
    }
}
