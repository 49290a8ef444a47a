import JSON
import JSONRPC
import Synchronization
import Testing
import TodayKit
import TodayProtocol

@Suite(.timeLimit(.minutes(10))) struct AppSessionTests {
    @Test func aPageIsMadeForItsURL() async throws {
        try await withHost(of: TestApp()) { host in
            _ = try await host.initialize(.app)
            let page = try await host.scene("test://places/tokyo?x=1")
            #expect(page.title == "Page")
            #expect(page.card.firstText == "places/tokyo")
        }
    }

    @Test func aURLIsOpenedAsItIsUnlessTheAppSaysOtherwise() async throws {
        struct Redirecting: App {
            func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { .text("") }
            func open(_ url: SceneURL, from source: OpenSource, _ context: AppContext) async throws -> SceneURL {
                source == .icon ? "test://home" : url
            }
        }
        try await withHost(of: TestApp()) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.open("test://a", .icon) == "test://a")
        }
        try await withHost(of: Redirecting()) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.open("test://a", .icon) == "test://home")
            #expect(try await host.open("test://a", .external) == "test://a")
        }
    }

    @Test func anAppLearnsWhoAskedAndNeedNotTakeAURL() async throws {
        struct Choosy: App {
            func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { .text("") }
            func open(_ url: SceneURL, from source: OpenSource, _ context: AppContext) async throws -> SceneURL {
                guard context.sourceApp == AppID("org.example.Friend") else { throw AddressNotTaken() }
                return url
            }
        }
        try await withHost(of: Choosy()) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.open("test://a", .otherApp, from: AppID("org.example.Friend")) == "test://a")
            #expect(try await host.open("test://a", .otherApp, from: AppID("org.example.Other")) == nil)
            #expect(try await host.open("test://a", .external) == nil)
        }
    }

    @Test func aSubmitBringsActionAndInputs() async throws {
        let app = TestApp(perform: { action, context in
            #expect(action == .set("a", done: true))
            #expect(context.inputs == ["name": "Ada", "note": "x"])
            #expect(context.url.path == "page")
            #expect(context.tap == TapID("tap"))
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            let reply = try await host.performInApp(
                TestAction.set("a", done: true),
                inputs: ["name": "Ada", "note": "x"]
            )
            #expect(reply.inputErrors == nil)
        }
    }

    @Test func whatIsSharedReachesTheAppInsideATransaction() async throws {
        struct Taker: App {
            func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { .text("") }
            func receive(shared content: SharedContent, _ context: AppContext) async throws -> String? {
                try await context.widgets.reload()
                return "\(context.tap?.rawValue ?? "") \(content.text ?? "")"
            }
        }
        let share = AppShareRequest(
            share: TapID("s1"),
            content: SharedContent(text: "Milk"),
            transaction: 4,
            context: ScriptedHost.requestContext
        )
        try await withHost(of: Taker()) { host in
            _ = try await host.initialize(.app)
            async let reply = host.ask(share)
            let reload = try await host.next(WidgetsReloadRequest.self)
            #expect(reload.request.transaction == 4)
            reload.incoming.reply(EmptyReply())
            #expect(try await reply.message == "s1 Milk")
        }
        try await withHost(of: TestApp()) { host in
            _ = try await host.initialize(.app)
            await #expect(throws: RPCError(.failed, "The app does not take what is shared with it.")) {
                _ = try await host.ask(share)
            }
        }
    }

    @Test func inputsAreRefusedByName() async throws {
        let app = TestApp(perform: { _, _ in throw InvalidInputs(["name": "A name is needed."]) })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.performInApp(TestAction.go).inputErrors == ["name": "A name is needed."])
        }
    }

    @Test func pagesAreMadeWhileAPerformWaitsAndPerformsComeInOrder() async throws {
        let order = Mutex<[String]>([])
        let app = TestApp(perform: { action, context in
            if case .set(let name, _) = action {
                order.withLock { $0.append("begin \(name)") }
                try await context.widgets.reload()
                order.withLock { $0.append("end \(name)") }
            }
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let first = host.performInApp(TestAction.set("1", done: true), transaction: 1)
            let reload = try await host.next(WidgetsReloadRequest.self)
            async let second = host.performInApp(TestAction.set("2", done: true), transaction: 2)
            #expect(try await host.scene("test://a").card.firstText == "a")
            reload.incoming.reply(EmptyReply())
            let again = try await host.next(WidgetsReloadRequest.self)
            #expect((reload.request.transaction, again.request.transaction) == (1, 2))
            again.incoming.reply(EmptyReply())
            _ = try await (first, second)
            #expect(order.withLock(\.self) == ["begin 1", "end 1", "begin 2", "end 2"])
        }
    }

    @Test func anAppAsksForItsWidgetsAndPages() async throws {
        let app = TestApp(perform: { _, context in
            try await context.widgets.reload(WidgetID("org.example.App.widget"))
            try await context.widgets.setHasContent(true, for: WidgetID("org.example.App.widget"))
            try await context.scenes.reload("test://a")
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done = Outcome { try await host.performInApp(TestAction.go, transaction: 5) }
            let reload = try await host.next(WidgetsReloadRequest.self)
            #expect(reload.request.widget == WidgetID("org.example.App.widget"))
            reload.incoming.reply(EmptyReply())
            let hasContent = try await host.next(WidgetsSetHasContentRequest.self)
            #expect(hasContent.request.hasContent && hasContent.request.transaction == 5)
            hasContent.incoming.reply(EmptyReply())
            let scenes = try await host.next(ScenesReloadRequest.self)
            #expect(scenes.request.url == "test://a" && scenes.request.transaction == 5)
            scenes.incoming.fail(RPCError(.notFound, "There is no page."))
            let outcome = await done
            #expect(throws: RPCError(.failed, "There is no page.")) { _ = try outcome.get() }
        }
    }

    @Test func eventsAreToldInOrder() async throws {
        let app = TestApp(event: { event, context in context.log.info("\(event) \(context.zone)") })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            host.connection.notify(AppLifecycleNotification(state: .active))
            var requestContext = ScriptedHost.requestContext
            requestContext.zone = "Asia/Tokyo"
            #expect(try await host.nextLog().message == "becameActive Europe/Berlin")
            host.connection.notify(DayChangedNotification(context: requestContext))
            host.connection.notify(AppLifecycleNotification(state: .background))
            #expect(try await host.nextLog().message == "dayChanged Asia/Tokyo")
            #expect(try await host.nextLog().message == "enteredBackground Asia/Tokyo")
        }
    }

    @Test func theWorkBesideEverythingEndsWithTheShutdown() async throws {
        let app = TestApp(work: { context in
            context.log.info("begin")
            for await _ in context.defaults.changes(in: ScriptedHost.group) {}
            context.log.info("end")
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.nextLog().message == "begin")
            try await host.shutdown()
            #expect(try await host.nextLog().message == "end")
        }
    }

    @Test func theEndOfTheProcessIsNoErrorOfItsWork() async throws {
        let app = TestApp(work: { context in
            context.log.info("begin")
            do { try await context.scenes.reload() } catch { context.log.error("\(error)") }
            context.log.info("end")
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.nextLog().message == "begin")
            // The host does not answer the request for new pages.
            try await host.shutdown()
            #expect(try await host.nextLog().message == "end")
        }
    }

    @Test func aLineForTheLogIsCutToItsLimit() async throws {
        let app = TestApp(work: { context in context.log.debug(String(repeating: "é", count: 5000)) })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.nextLog().message.utf8.count <= 4 << 10)
        }
    }
}
