import Foundation
import Host
import HostModel
import HostStorage
import LocalAPI
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

/// Notifications over the host's socket.
@Suite(.timeLimit(.minutes(10))) struct NotificationClientTests {
    private let viewer = Viewer(language: "de-DE", zone: "Europe/Berlin")

    @Test func whatIsThereArrivesAsItIs() async throws {
        try await withLocalHost { client, host, _ in
            let id = host.deliver(Samples.reminder())
            host.deliver(Samples.forecast())
            host.changeNotifications { notifications in
                notifications.badges = [Samples.shopping: 2]
                notifications.settings = Samples.permissions
                notifications.failures = [Samples.failure]
            }
            var state = host.with(\.notifications.state)
            state.summary.failures = [Samples.failure.inEnglish]
            #expect(state.groups.count == 2)
            let list = try await client.send(GetNotificationsRequest(for: viewer))
            #expect(list == state)
            #expect(host.sent(GetNotificationsRequest.self) == [GetNotificationsRequest(for: viewer)])
            #expect(try await client.send(GetNotificationSummaryRequest(for: viewer)) == state.summary)
            #expect(try await client.send(GetNotificationRequest(id, for: viewer)) == state.groups[1].notifications[0])
            #expect(try await client.send(GetNotificationRequest(DeliveredID(rawValue: 99), for: viewer)) == nil)
            #expect(try await client.send(ListNotificationSettingsRequest(language: "en")) == Samples.permissions)
        }
    }

    @Test func anAnswerIsTakenOnce() async throws {
        try await withLocalHost { client, host, _ in
            let id = host.deliver(Samples.reminder())
            let answer = NotificationAnswer(notification: id, action: "add", text: "Käse", waits: true)
            let first = try await client.send(AnswerNotificationRequest(answer, viewer: viewer))
            #expect(first == .done)
            #expect(try await client.send(AnswerNotificationRequest(answer, viewer: viewer)) == .gone)
            let taken = AnswerNotificationRequest(answer, on: SurfaceID("local.first"), viewer: viewer)
            #expect(host.with(\.notifications.answers) == [taken])
            let opened = host.deliver(Samples.reminder())
            let open = NotificationAnswer(notification: opened, action: NotificationAction.defaultIdentifier)
            #expect(
                try await client.send(AnswerNotificationRequest(open, viewer: viewer)) == .open(url: "shopping://list")
            )
            host.with { $0.notifications.refusal = "The app failed." }
            let again = NotificationAnswer(
                notification: host.deliver(Samples.reminder()),
                action: "justInform",
                waits: true
            )
            #expect(
                try await client.send(AnswerNotificationRequest(again, viewer: viewer))
                    == .failed(reason: "The app failed.")
            )
        }
    }

    @Test func whatIsDismissedIsGone() async throws {
        try await withLocalHost { client, host, _ in
            let ids = (0..<3).map { _ in host.deliver(Samples.reminder()) }
            host.deliver(Samples.forecast())
            try await client.send(DismissNotificationsRequest.notifications(ids: [ids[0], DeliveredID(rawValue: 77)]))
            #expect(host.with(\.notifications.delivered.count) == 3)
            try await client.send(DismissNotificationsRequest.app(id: Samples.shopping))
            #expect(host.with(\.notifications.delivered).map(\.appTitle) == ["Weather"])
            try await client.send(DismissNotificationsRequest.all)
            #expect(host.with(\.notifications.delivered).isEmpty)
            #expect(
                host.sent(DismissNotificationsRequest.self) == [
                    .notifications(ids: [DeliveredID(rawValue: 1), DeliveredID(rawValue: 77)]),
                    .app(id: Samples.shopping), .all,
                ]
            )
        }
    }

    @Test func failuresAreRetriedOrDiscarded() async throws {
        try await withLocalHost { client, host, _ in
            host.changeNotifications { $0.failures = [Samples.failure, Samples.failure] }
            try await client.send(ResolveFailedResponseRequest(.retry, "r7"))
            try await client.send(ResolveFailedResponseRequest(.discard, "r7"))
            #expect(host.with(\.notifications.failures).isEmpty)
            let error = await #expect(throws: HostError.self) {
                try await client.send(ResolveFailedResponseRequest(.retry, "r7"))
            }
            #expect(error?.code == .notFound)
        }
    }

    @Test func settingsAreChanged() async throws {
        try await withLocalHost { client, host, _ in
            host.changeNotifications { $0.settings = Samples.permissions }
            try await client.send(SetNotificationSettingsRequest(.denied, allowed: [.badge], of: Samples.shopping))
            let settings = host.with(\.notifications.settings[1].settings)
            #expect(settings.authorization == .denied)
            #expect(settings.allowed == [.badge])
        }
    }

    @Test func aPasscodeHoldsForOneClientAlone() async throws {
        try await withLocalHost { client, host, server in
            let state = URL(filePath: server.socket.folder).deletingLastPathComponent()
            let other = try HostClient(stateDirectory: state, environment: [:])
            #expect(
                try await client.send(GetPasscodeStateRequest())
                    == PasscodeState(isSet: false, isUnlocked: false, nextTry: nil)
            )
            try await client.send(SetPasscodeRequest("1234", current: nil))
            #expect(try await client.send(GetPasscodeStateRequest()).isUnlocked)
            #expect(
                try await other.send(GetPasscodeStateRequest())
                    == PasscodeState(isSet: true, isUnlocked: false, nextTry: nil)
            )
            let id = host.deliver(Samples.reminder())
            let trash = NotificationAnswer(notification: id, action: "trashAction")
            let error = await #expect(throws: HostError.self) {
                try await other.send(AnswerNotificationRequest(trash, viewer: viewer))
            }
            #expect(error?.code == .passcodeRequired)
            for _ in 0..<3 {
                let error = await #expect(throws: HostError.self) { try await other.send(UnlockRequest(with: "0000")) }
                #expect(error?.code == .passcodeWrong)
            }
            #expect(try await other.send(GetPasscodeStateRequest()).nextTry != nil)
            let early = await #expect(throws: HostError.self) { try await other.send(UnlockRequest(with: "1234")) }
            #expect(early?.code == .passcodeWrong)
            host.with { $0.notifications.nextTry = nil }
            try await other.send(UnlockRequest(with: "1234"))
            #expect(try await other.send(AnswerNotificationRequest(trash, viewer: viewer)) == .done)
            try await other.send(SetPasscodeRequest(nil, current: "1234"))
            #expect(host.with(\.notifications.passcode) == nil)
        }
    }

    @Test func scheduledNotificationsAreListedAndTakenBack() async throws {
        try await withLocalHost { client, host, _ in
            let due = Date(timeIntervalSince1970: 1_900_000_000)
            let content = NotificationContent(title: "Tea")
            for name in ["a", "b"] {
                let script = ScriptNotification(identifier: name, content: content, date: due)
                let posted = PostedNotification(identifier: name, due: due)
                #expect(try await client.send(PostNotificationRequest(script)) == posted)
            }
            let pending = try await client.send(
                ListPendingNotificationsRequest(of: StubHost.scripts, limit: 5, for: viewer)
            )
            #expect(pending.map(\.identifier) == ["a", "b"])
            #expect(pending.map(\.due) == [due, due])
            #expect(try await client.send(ListPendingNotificationsRequest(of: nil, limit: 1, for: viewer)).count == 1)
            #expect(
                try await client.send(ListPendingNotificationsRequest(of: AppID("x"), limit: 5, for: viewer)).isEmpty
            )
            try await client.send(
                RemoveNotificationsRequest(
                    of: StubHost.scripts,
                    identifiers: ["a"],
                    pending: true,
                    delivered: false
                )
            )
            #expect(host.with(\.notifications.pending).map(\.identifier) == ["b"])
            try await client.send(
                RemoveNotificationsRequest(
                    of: StubHost.scripts,
                    identifiers: nil,
                    pending: true,
                    delivered: true
                )
            )
            #expect(host.with(\.notifications.pending).isEmpty)
        }
    }

    @Test func aScriptWaitsForItsAnswer() async throws {
        try await withLocalHost { client, host, _ in
            let action = NotificationAction(
                identifier: "later",
                title: "Later",
                textInput: .init(buttonTitle: "Send", placeholder: "When?")
            )
            let script = ScriptNotification(content: NotificationContent(title: "Tea?"), actions: [action])
            let name = try await client.send(PostNotificationRequest(script)).identifier
            async let response = client.scriptResponse(to: name)
            // The script waits before the person answers.
            while host.notificationStreamCount == 0 { await Task.yield() }
            let id = try #require(host.with(\.notifications.delivered).first).id
            let answer = NotificationAnswer(notification: id, action: "later", text: "soon")
            #expect(try await client.send(AnswerNotificationRequest(answer, viewer: viewer)) == .done)
            guard case .answered(let got) = try await response else {
                Issue.record("there is no answer")
                return
            }
            #expect(got.actionIdentifier == "later")
            #expect(got.text == "soon")
            // Whoever asks again is told the same, and an unanswered one went away.
            #expect(try await client.scriptResponse(to: name) == .answered(response: got))
            let other = try await client.send(
                PostNotificationRequest(ScriptNotification(content: NotificationContent(title: "Tea?")))
            ).identifier
            try await client.send(DismissNotificationsRequest.all)
            #expect(try await client.scriptResponse(to: other) == .gone)
        }
    }

    @Test func anUnknownScriptNotificationIsAnError() async throws {
        try await withLocalHost { client, _, _ in
            let error = await #expect(throws: HostError.self) { try await client.scriptResponse(to: "nothing") }
            #expect(error?.code == .notFound)
        }
    }

    @Test func eventsArriveInOrder() async throws {
        try await withLocalHost { client, host, _ in
            struct Enough: Error {}
            let reminder = host.deliver(Samples.reminder())
            var seen: [NotificationEvent.Change] = []
            await #expect(throws: Enough.self) {
                try await client.watch(NotificationEvent.self, for: viewer) { event in
                    seen.append(event.change)
                    switch seen.count {
                    case 1: host.deliver(Samples.forecast(), arrives: false)
                    case 3: host.withdraw(reminder)
                    case 5: throw Enough()
                    default: break
                    }
                }
            }
            guard seen.count == 5, case .all(let state) = seen[0], case .shown(let shown, false) = seen[1],
                case .summary(let two) = seen[2], case .withdrawn(let gone) = seen[3], case .summary(let one) = seen[4]
            else {
                Issue.record("these came: \(seen)")
                return
            }
            #expect(state.groups.map(\.app) == [Samples.shopping])
            #expect(shown.title == "Rain in 20 minutes")
            #expect(gone == reminder)
            #expect(two.count == 2)
            #expect(one.count == 1)
        }
    }

    @Test func aSurfaceThatIsUpToDateGetsOnlyWhatIsNewer() async throws {
        try await withLocalHost { client, host, _ in
            struct Enough: Error {}
            host.deliver(Samples.reminder())
            let position = ScreenPosition(epoch: "e1", revision: host.with(\.notifications.revision))
            await #expect(throws: Enough.self) {
                async let change: Void = {
                    while host.notificationStreamCount == 0 { await Task.yield() }
                    host.deliver(Samples.forecast())
                }()
                try await client.watch(NotificationEvent.self, for: viewer, after: position) { event in
                    guard case .shown(let shown, true) = event.change else {
                        Issue.record("this came: \(event)")
                        throw Enough()
                    }
                    #expect(shown.appTitle == "Weather")
                    throw Enough()
                }
                await change
            }
        }
    }

    @Test func whatIsTooMuchIsRefused() async throws {
        try await withLocalHost { client, host, _ in
            let ids = (1...1001).map { DeliveredID(rawValue: $0) }
            await expectInvalid { try await client.send(DismissNotificationsRequest.notifications(ids: ids)) }
            let names = (1...1001).map(String.init)
            await expectInvalid {
                try await client.send(
                    RemoveNotificationsRequest(
                        of: StubHost.scripts,
                        identifiers: names,
                        pending: true,
                        delivered: true
                    )
                )
            }
            let long = String(repeating: "a", count: 4097)
            await expectInvalid {
                _ = try await client.send(GetScriptResponseRequest(to: "a", question: String(long.prefix(65))))
            }
            let id = host.deliver(Samples.reminder())
            for answer in [
                NotificationAnswer(notification: id, action: "add", text: long),
                NotificationAnswer(notification: id, action: long),
                NotificationAnswer(notification: id, action: ""),
                NotificationAnswer(notification: id, action: "add", text: "x", passcode: long),
            ] {
                await expectInvalid { _ = try await client.send(AnswerNotificationRequest(answer, viewer: viewer)) }
            }
            await expectInvalid { try await client.send(UnlockRequest(with: long)) }
            await expectInvalid { try await client.send(SetPasscodeRequest(long, current: nil)) }
            await expectInvalid { try await client.send(SetPasscodeRequest("1234", current: long)) }
            #expect(host.with(\.notifications.answers).isEmpty)
            #expect(host.log.isEmpty)
        }
    }

    private func expectInvalid(_ body: () async throws -> Void) async {
        await #expect {
            try await body()
        } throws: { error in
            (error as? HostError)?.code == .invalid
        }
    }
}

extension NotificationSummary.Failure {
    /// The failure as it arrives over HTTP: its reason is in English, without its key.
    var inEnglish: NotificationSummary.Failure {
        NotificationSummary.Failure(id: id, app: app, title: title, action: action, reason: .text(reason.english))
    }
}
