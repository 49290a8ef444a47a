import FoundationEssentials
import JSON
import JSONRPC
import Synchronization
import Testing
import TodayKit
import TodayProtocol

@Suite(.timeLimit(.minutes(10))) struct NotificationTests {
    private static func request(_ identifier: String) -> NotificationRequest {
        NotificationRequest(identifier: identifier, content: NotificationContent(title: "T"))
    }

    private static func delivered(_ identifier: String) -> DeliveredNotification {
        DeliveredNotification(request: request(identifier), date: ScriptedHost.requestContext.now)
    }

    private static func response(_ action: String = "trash") -> NotificationResponse {
        NotificationResponse(id: "1", notification: delivered("r"), actionIdentifier: action, text: "bye")
    }

    // Requests of the app

    @Test func whatAPerformAsksBelongsToItsTransaction() async throws {
        let app = TestApp(perform: { _, context in
            try await context.notifications.setCategories([NotificationCategory(identifier: "c", actions: [])])
            try await context.notifications.add(Self.request("r"))
            try await context.notifications.remove(["a"])
            try await context.notifications.setBadge(3)
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done = host.performInApp(TestAction.go, transaction: 5)
            let categories = try await host.next(NotificationsCategoriesRequest.self)
            #expect(categories.request.categories == [NotificationCategory(identifier: "c", actions: [])])
            categories.incoming.reply(EmptyReply())
            let add = try await host.next(NotificationsAddRequest.self)
            #expect(add.request.request == Self.request("r"))
            add.incoming.reply(EmptyReply())
            let removal = try await host.next(NotificationsRemoveRequest.self)
            removal.incoming.reply(EmptyReply())
            let badge = try await host.next(NotificationsBadgeRequest.self)
            #expect(badge.request.number == 3)
            badge.incoming.reply(NotificationsBadgeRequest.Reply(number: 3))
            _ = try await done
            let transactions = [
                categories.request.transaction, add.request.transaction, removal.request.transaction,
                badge.request.transaction,
            ]
            #expect(transactions == [5, 5, 5, 5])
        }
    }

    @Test func outsideOfAPerformThereIsNoTransaction() async throws {
        let app = TestApp(work: { context in
            do { try await context.notifications.add(Self.request("r")) } catch { context.log.error("\(error)") }
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            let add = try await host.next(NotificationsAddRequest.self)
            #expect(add.request.transaction == nil)
            add.incoming.fail(RPCError(.invalidParams, "The title is empty."))
            #expect(try await host.nextLog().message == "The title is empty.")
        }
    }

    @Test func aWidgetAddsListsAndRemoves() async throws {
        let widget = TestWidget.text { context in
            try await context.notifications.add(Self.request("r"))
            return "\(try await context.notifications.pending().count) \(try await context.notifications.badge())"
        }
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            try await host.next(NotificationsAddRequest.self).incoming.reply(EmptyReply())
            try await host.next(NotificationsPendingRequest.self).incoming.reply(
                NotificationsPendingRequest.Reply(requests: [Self.request("r")], next: nil)
            )
            let badge = try await host.next(NotificationsBadgeRequest.self)
            #expect(badge.request.number == nil)
            badge.incoming.reply(NotificationsBadgeRequest.Reply(number: 7))
            #expect(try await reply.content?.compact.firstText == "1 7")
        }
    }

    @Test func listsAreReadPageAfterPage() async throws {
        let widget = TestWidget.text { context in
            let pending = try await context.notifications.pending().map(\.identifier)
            let delivered = try await context.notifications.delivered().map(\.request.identifier)
            return (pending + delivered).joined(separator: " ")
        }
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            for (after, page, next) in [(nil, ["a", "b"], "b"), ("b", ["c"], nil)] as [(String?, [String], String?)] {
                let pending = try await host.next(NotificationsPendingRequest.self)
                #expect(pending.request.after == after)
                pending.incoming.reply(
                    NotificationsPendingRequest.Reply(requests: page.map(Self.request), next: next)
                )
            }
            for (after, page, next) in [(nil, ["x"], "x"), ("x", ["y"], "x")] as [(String?, [String], String?)] {
                let delivered = try await host.next(NotificationsDeliveredRequest.self)
                #expect(delivered.request.after == after)
                // The last page does not advance, so no further page is requested.
                delivered.incoming.reply(
                    NotificationsDeliveredRequest.Reply(notifications: page.map(Self.delivered), next: next)
                )
            }
            #expect(try await reply.content?.compact.firstText == "a b c x y")
        }
    }

    @Test func manyIdentifiersGoInSeveralMessages() async throws {
        let names = (0..<2_500).map { "n\($0)" }
        let app = TestApp(perform: { _, context in
            try await context.notifications.removePending(names)
            try await context.notifications.removeDelivered([])
            try await context.notifications.removeAllDelivered()
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done = host.performInApp(TestAction.go)
            var found: [String] = []
            for _ in 0..<3 {
                let (request, incoming) = try await host.next(NotificationsRemoveRequest.self)
                #expect(request.pending && !request.delivered)
                #expect((request.identifiers ?? []).count <= 1_000)
                found += request.identifiers ?? []
                incoming.reply(EmptyReply())
            }
            #expect(found == names)
            let (request, incoming) = try await host.next(NotificationsRemoveRequest.self)
            #expect(request.identifiers == nil && request.delivered && !request.pending)
            incoming.reply(EmptyReply())
            _ = try await done
        }
    }

    @Test func whatCannotBeSentIsRefusedWithItsPlace() async throws {
        let app = TestApp(perform: { _, context in
            var request = Self.request("r")
            request.trigger = .calendar(DateComponents(timeZone: .gmt, hour: 8))
            let error = await #expect(throws: RequestError.self) { try await context.notifications.add(request) }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("request.trigger.calendar: a calendar trigger takes year") == true)
            request.trigger = .timeInterval(.infinity)
            await #expect(throws: RequestError.self) { try await context.notifications.add(request) }
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            _ = try await host.performInApp(TestAction.go)
        }
    }

    @Test func anAppAsksForItsAuthorizationAndReadsIt() async throws {
        let app = TestApp(perform: { _, context in
            let before = try await context.notifications.requestAuthorization(options: [.alert, .badge])
            #expect(before == .notDetermined)
            let now = try await context.notifications.settings()
            #expect(now.allowed == [.alert])
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done = host.performInApp(TestAction.go)
            let asked = try await host.next(NotificationsAuthorizeRequest.self)
            #expect(asked.request.options == [.alert, .badge])
            asked.incoming.reply(NotificationSettings.notDetermined)
            try await host.next(NotificationsSettingsRequest.self).incoming.reply(
                NotificationSettings(authorization: .authorized, allowed: [.alert])
            )
            _ = try await done
        }
    }

    @Test func theSettingsInForceAreToldAsAnEvent() async throws {
        let app = TestApp(event: { event, context in
            guard case .settingsChanged(let settings) = event else { return }
            context.log.info("\(settings.authorization) \(settings.allowed.count)")
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            host.connection.notify(
                SettingsChangedNotification(
                    notifications: NotificationSettings(authorization: .authorized, allowed: [.alert, .sound])
                )
            )
            #expect(try await host.nextLog().message == "authorized 2")
        }
    }

    @Test func theSettingsInForceAreToldAtEachStartAndEachChangeOnce() async throws {
        let denied = NotificationSettings(authorization: .denied, allowed: [])
        let app = TestApp(event: { event, context in
            switch event {
            case .settingsInForce(let settings): context.log.info("in force: \(settings.authorization)")
            case .settingsChanged(let settings): context.log.info("changed: \(settings.authorization)")
            case .becameActive: context.log.info("active")
            default: break
            }
        })
        for settings in [NotificationSettings.notDetermined, denied] {
            try await withHost(of: app) { host in
                _ = try await host.initialize(.app, notifications: settings)
                host.connection.notify(AppLifecycleNotification(state: .active))
                host.connection.notify(
                    SettingsChangedNotification(
                        notifications: NotificationSettings(authorization: .authorized, allowed: [.alert])
                    )
                )
                #expect(try await host.nextLog().message == "in force: \(settings.authorization)")
                #expect(try await host.nextLog().message == "active")
                #expect(try await host.nextLog().message == "changed: authorized")
            }
        }
    }

    @Test func theSettingsInForceNeedNoRequest() async throws {
        let granted = NotificationSettings(authorization: .authorized, allowed: [.alert])
        let app = TestApp(
            event: { event, context in
                guard case .settingsChanged(let settings) = event else { return }
                context.log.info("\(settings == context.notifications.currentSettings)")
            },
            work: { context in context.log.info("\(context.notifications.currentSettings == granted)") }
        )
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app, notifications: granted)
            #expect(try await host.nextLog().message == "true")
            host.connection.notify(SettingsChangedNotification(notifications: .notDetermined))
            #expect(try await host.nextLog().message == "true")
        }
    }

    @Test func aWidgetReadsTheSettingsThatTheHostToldLast() async throws {
        let widget = TestWidget.text { context in "\(context.notifications.currentSettings.authorization)" }
        try await withHost(of: widget) { host in
            // Told before, so it is newer than what initialize carries.
            host.connection.notify(
                SettingsChangedNotification(notifications: NotificationSettings(authorization: .denied, allowed: []))
            )
            _ = try await host.initialize(
                notifications: NotificationSettings(authorization: .authorized, allowed: [.alert])
            )
            #expect(try await host.update().content?.compact.firstText == "denied")
            host.connection.notify(
                SettingsChangedNotification(
                    notifications: NotificationSettings(authorization: .authorized, allowed: [])
                )
            )
            #expect(try await host.update().content?.compact.firstText == "authorized")
        }
        // An older host tells nothing.
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            #expect(try await host.update().content?.compact.firstText == "notDetermined")
        }
    }

    @Test func categoriesAreReadBack() async throws {
        let categories = [NotificationCategory(identifier: "c", actions: [])]
        let app = TestApp(perform: { _, context in
            let registered = try await context.notifications.categories()
            #expect(registered == categories)
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done = host.performInApp(TestAction.go)
            try await host.next(NotificationsRegisteredCategoriesRequest.self).incoming.reply(
                NotificationsRegisteredCategoriesRequest.Reply(categories: categories)
            )
            _ = try await done
        }
    }

    // Requests to the app

    @Test func aResponseIsHandledInATransaction() async throws {
        let app = TestApp(respond: { response, context in
            #expect(response == Self.response())
            #expect(context.budget == .seconds(10))
            #expect(context.url == "" && context.tap == nil)
            try await context.defaults.set(0, for: .count)
            try await context.widgets.reload()
            try await context.open("test://page")
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done: Void = host.respond(Self.response(), transaction: 8)
            let set = try await host.next(DefaultsSetRequest.self)
            #expect(set.request.transaction == 8)
            set.incoming.reply(EmptyReply())
            let reload = try await host.next(WidgetsReloadRequest.self)
            #expect(reload.request.transaction == 8)
            reload.incoming.reply(EmptyReply())
            let open = try await host.next(OpenRequest.self)
            #expect(open.request.transaction == 8 && open.request.url == "test://page")
            open.incoming.reply(OpenRequest.Reply(taken: true))
            try await done
        }
    }

    @Test func responsesComeInOrderWithPerforms() async throws {
        let order = Mutex<[String]>([])
        let app = TestApp(
            perform: { _, context in
                try await context.widgets.reload()
                order.withLock { $0.append("perform") }
            },
            respond: { response, _ in order.withLock { $0.append(response.actionIdentifier) } }
        )
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let first = host.performInApp(TestAction.go)
            let reload = try await host.next(WidgetsReloadRequest.self)
            async let second: Void = host.respond(Self.response("one"), transaction: 2)
            #expect(try await host.scene("test://a").card.firstText == "a")
            #expect(order.withLock(\.self) == [])
            reload.incoming.reply(EmptyReply())
            _ = try await (first, second)
            #expect(order.withLock(\.self) == ["perform", "one"])
        }
    }

    @Test func aResponseThatFailsIsNotAcknowledged() async throws {
        let app = TestApp(respond: { _, _ in throw Failure("The list cannot be written.") })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            await #expect(throws: RPCError(.failed, "The list cannot be written.")) {
                try await host.respond(Self.response())
            }
        }
    }

    @Test func anAppThatDoesNotCareAcknowledges() async throws {
        struct Plain: App {
            func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { .text("") }
        }
        try await withHost(of: Plain()) { host in
            _ = try await host.initialize(.app)
            try await host.respond(Self.response())
            #expect(
                try await host.present(Self.delivered("r")) == Set(NotificationPresentationOption.allCases)
            )
        }
    }

    @Test func anAppInFrontDecidesHowANotificationShowsWhileItWorks() async throws {
        struct Quiet: App {
            typealias Action = TestAction
            func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { .text("") }
            func perform(_ action: TestAction, _ context: AppContext) async throws {
                try await context.widgets.reload()
            }
            func present(
                _ notification: DeliveredNotification,
                _ context: AppContext
            ) async throws -> Set<NotificationPresentationOption> {
                if context.visiblePages == ["water://today"] { return [.sound] }
                return notification.request.identifier == "quiet" ? [.badge] : [.banner, .list]
            }
        }
        try await withHost(of: Quiet()) { host in
            _ = try await host.initialize(.app)
            async let done = host.performInApp(TestAction.go)
            let reload = try await host.next(WidgetsReloadRequest.self)
            #expect(try await host.present(Self.delivered("quiet")) == [.badge])
            #expect(try await host.present(Self.delivered("r")) == [.banner, .list])
            #expect(try await host.present(Self.delivered("r"), over: ["water://today"]) == [.sound])
            reload.incoming.reply(EmptyReply())
            _ = try await done
        }
    }

    @Test func aWidgetIsNotAskedAboutNotifications() async throws {
        try await withHost(of: TestWidget()) { host in
            _ = try await host.initialize()
            await #expect(throws: RPCError(.methodNotFound, "a widget has no app/respond")) {
                try await host.respond(Self.response())
            }
        }
    }
}
