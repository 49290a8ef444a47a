import JSON
import JSONRPC
import Synchronization
import Testing
import TodayKit
import TodayProtocol

@Suite(.timeLimit(.minutes(10))) struct WidgetSessionTests {
    @Test func theConversationBeginsWithInitialize() async throws {
        try await withHost(of: TestWidget()) { host in
            let early = await #expect(throws: RPCError.self) { try await host.update() }
            #expect(early?.code == .invalidRequest)
            let reply = try await host.initialize()
            #expect(reply.protocolVersion == 1)
            #expect(reply.library == "TodayKit")
            let again = await #expect(throws: RPCError.self) { _ = try await host.initialize() }
            #expect(again?.code == .invalidRequest)
            #expect(try await host.update().content == nil)
        }
    }

    @Test func aWidgetInAnAppsPlaceSaysSo() async throws {
        try await withHost(of: TestWidget()) { host in
            let error = await #expect(throws: RPCError.self) { _ = try await host.initialize(.app) }
            #expect(error?.code == .invalidParams)
            #expect(error?.message == "the bundle calls this program an app, but it is a widget")
        }
    }

    @Test(
        arguments: [
            ("app/scene", [:], RPCError.Code.methodNotFound), ("widget/fly", [:], .methodNotFound),
            ("widget/update", [:], .invalidParams), ("widget/update", ["reasons": "opened"], .invalidParams),
            ("widget/perform", ["tap": 1], .invalidParams),
        ] as [(String, JSONValue, RPCError.Code)]
    )
    func whatIsUnknownOrMalformedIsRefused(method: String, params: JSONValue, code: RPCError.Code) async throws {
        try await withHost(of: TestWidget()) { host in
            _ = try await host.initialize()
            host.connection.notify("unknown/notification", ["a": 1])
            host.connection.notify("defaults/changed", ["group": 1])
            let error = await #expect(throws: RPCError.self) {
                try await host.connection.call(method, params, deadline: .seconds(30))
            }
            #expect(error?.code == code)
            #expect(error?.message.isEmpty == false)
            #expect(try await host.update().content == nil)
        }
    }

    @Test func anUpdateKnowsWhatTheHostTold() async throws {
        let widget = TestWidget.text { context in
            #expect(context.now == ScriptedHost.requestContext.now)
            #expect(context.today == CivilDay(year: 2026, month: 11, day: 21))
            #expect(context.zone == "Europe/Berlin")
            #expect(context.language == "en-US")
            #expect(context.reasons == [.opened, .groupChanged])
            #expect(context.size == WidgetSize())
            // This host does not say.
            #expect(context.proposedMargins == .standard)
            #expect(context.tap == nil)
            #expect(context.bundlePath == "/app/PlugIns/Widget.appex")
            #expect(context.temporaryPath == "/tmp")
            #expect(context.groups.map(\.path) == ["/groups/group.test"])
            return "content"
        }
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            let content = try await host.update([.opened, .groupChanged]).content
            #expect(content?.compact.firstText == "content")
        }
    }

    @Test(arguments: [
        (Failure("The sea is dry.") as any Error & Sendable, RPCError(.failed, "The sea is dry.")),
        (FetchError(.timedOut, "Too slow."), RPCError(.failed, "Too slow.")),
        (RequestError(.limitExceeded, "Too large."), RPCError(.failed, "Too large.")),
        (InvalidInputs(["b": "second", "a": "first"]), RPCError(.failed, "first")),
        (CancellationError(), RPCError(.cancelled, "widget/update was cancelled")),
        (Secret(), RPCError(.internalError, "widget/update failed; the log says why")),
    ])
    func whatIsThrownReachesThePersonOnlyIfItIsMeantFor(error: any Error & Sendable, answer: RPCError) async throws {
        try await withHost(of: TestWidget(update: { _ in throw error })) { host in
            _ = try await host.initialize()
            await #expect(throws: answer) { try await host.update() }
        }
    }

    struct Secret: Error {}

    @Test func anUnknownErrorIsInTheLog() async throws {
        try await withHost(of: TestWidget(update: { _ in throw Secret() })) { host in
            _ = try await host.initialize()
            _ = try? await host.update()
            let line = try await host.nextLog()
            #expect(line.level == .error)
            #expect(line.message.contains("Secret"))
        }
    }

    @Test func oneRequestIsAnsweredAfterTheOther() async throws {
        let running = Mutex(0)
        let widget = TestWidget(
            update: { context in
                #expect(
                    running.withLock {
                        $0 += 1; return $0
                    } == 1
                )
                try await context.open("https://example.org")
                running.withLock { $0 -= 1 }
                return nil
            },
            perform: { _, context in
                #expect(
                    running.withLock {
                        $0 += 1; return $0
                    } == 1
                )
                try await context.open("https://example.org")
                running.withLock { $0 -= 1 }
            }
        )
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let first = host.update()
            async let second: Void = host.perform(TestAction.go)
            async let third = host.update()
            for _ in 0..<3 { try await host.next(OpenRequest.self).incoming.reply(OpenRequest.Reply(taken: true)) }
            _ = try await (first, second, third)
        }
    }

    @Test func aCancelledUpdateEndsAndTheNextOneRuns() async throws {
        let widget = TestWidget(update: { context in
            if context.reasons.contains(.reload) { return nil }
            _ = try await context.http.fetch("https://example.org")
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let outcome: Void = {
                let error = await #expect(throws: RPCError.self) {
                    _ = try await host.connection.call(
                        WidgetUpdateRequest(
                            reasons: [.opened],
                            revision: Revision(1),
                            size: WidgetSize(),
                            context: ScriptedHost.requestContext
                        ),
                        deadline: .seconds(30),
                        onSent: { host.stop.set($0) }
                    )
                }
                #expect(error?.code == .cancelled)
            }()
            let fetch = try await host.next(HTTPFetchRequest.self).incoming
            host.stop.run()
            #expect(try await host.nextCancellation() == fetch.id)
            await outcome
            #expect(try await host.update([.reload]).content == nil)
        }
    }

    @Test func shutdownFinishesWhatRunsAndTakesNoMore() async throws {
        let widget = TestWidget.text { context in
            try await context.open("https://example.org")
            return "done"
        }
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let open = try await host.next(OpenRequest.self).incoming
            async let end: Void = host.shutdown()
            // The refusal of what comes after the shutdown shows that it has arrived.
            var refused: RPCError?
            while refused == nil {
                do throws(RPCError) {
                    _ = try await host.connection.call("widget/none", [:], deadline: .seconds(30))
                } catch {
                    if error.code == .methodNotFound { refused = error }
                }
            }
            open.reply(OpenRequest.Reply(taken: true))
            #expect(try await reply.content?.compact.firstText == "done")
            try await end
            let late = await #expect(throws: RPCError.self) { try await host.update() }
            #expect(late?.code == .invalidRequest)
        }
    }

    @Test func theEndOfTheInputEndsWorkThatWaits() async throws {
        let widget = TestWidget(update: { context in
            for await _ in context.defaults.changes(in: ScriptedHost.group) {}
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await host.update() }
                host.connection.finishSending()
                try await group.waitForAll()
            }
        }
    }

    @Test func aTapBringsTheAuthorsAction() async throws {
        let seen = Mutex<[TestAction]>([])
        let widget = TestWidget(perform: { action, context in
            #expect(context.tap == TapID("tap"))
            #expect(context.reasons.isEmpty)
            seen.withLock { $0.append(action) }
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            try await host.perform(TestAction.set("a", done: true))
            try await host.perform(TestAction.go)
            #expect(seen.withLock(\.self) == [.set("a", done: true), .go])
        }
    }

    @Test(
        arguments: [[:], ["action": ["fly": [:]]], ["action": ["set": ["done": true]]], ["action": 1], [1]]
            as [JSONValue]
    )
    func aTapThatIsNoActionOfTheAuthorIsRefused(data: JSONValue) async throws {
        try await withHost(of: TestWidget(perform: { _, _ in Issue.record("performed") })) { host in
            _ = try await host.initialize()
            let error = await #expect(throws: RPCError.self) {
                try await host.connection.call(
                    WidgetPerformRequest(
                        tap: TapID("t"),
                        verb: nil,
                        data: data,
                        transaction: 1,
                        context: ScriptedHost.requestContext
                    ),
                    deadline: .seconds(30)
                )
            }
            #expect(error?.code == .invalidParams)
        }
    }

    @Test func aWidgetWithoutActionsRefusesTaps() async throws {
        struct Plain: Widget {
            func update(_ context: WidgetContext) async throws -> WidgetContent? { nil }
        }
        try await withHost(of: Plain()) { host in
            _ = try await host.initialize()
            let error = await #expect(throws: RPCError.self) { try await host.perform("go") }
            #expect(error?.code == .invalidParams)
        }
    }

    @Test func whatAWidgetAsksOfItselfNamesItsTransaction() async throws {
        let widget = TestWidget(perform: { _, context in
            try await context.reload()
            try await context.setHasContent(false)
            try await context.open("https://example.org")
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let done: Void = host.perform(TestAction.go, transaction: 7)
            let reload = try await host.next(WidgetsReloadRequest.self)
            #expect(reload.request.transaction == 7)
            reload.incoming.reply(EmptyReply())
            let hasContent = try await host.next(WidgetsSetHasContentRequest.self)
            #expect(hasContent.request.transaction == 7)
            #expect(!hasContent.request.hasContent)
            hasContent.incoming.reply(EmptyReply())
            let open = try await host.next(OpenRequest.self)
            #expect(open.request.transaction == 7)
            open.incoming.reply(OpenRequest.Reply(taken: true))
            try await done
        }
    }

    @Test func anUpdateSaysWhatIsShownUntilThereIsContent() async throws {
        let widget = TestWidget(update: { context in
            try await context.setPlaceholder(WidgetContent(compact: Card { TextBlock("--") }, margins: .zero))
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let done = host.update()
            let asked = try await host.next(WidgetsSetPlaceholderRequest.self)
            #expect(asked.request.content == WidgetContent(compact: Card { TextBlock("--") }, margins: .zero))
            asked.incoming.reply(EmptyReply())
            #expect(try await done.content == nil)
        }
    }

    @Test func aWidgetLearnsWhoTakesAnAddressAndLaterWhatCameOfEachOpening() async throws {
        let (ends, continuation) = AsyncStream<String>.makeStream()
        let widget = TestWidget(perform: { _, context in
            for (number, address) in ["nobody://x", "other://x", "other://x"].enumerated() {
                let isTaken = try await context.open(address) { continuation.yield("\(number) \($0)") }
                #expect(isTaken == (address == "other://x"))
            }
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let done: Void = host.perform(TestAction.go)
            func tell(_ id: String, _ isTaken: Bool) {
                let notification = OpenFinishedNotification(id: OpeningID(id), url: "other://x", taken: isTaken)
                host.connection.notify(notification)
            }
            for id in [nil, "first", "second"] {
                let asked = try await host.next(OpenRequest.self).incoming
                // The last one is told before its answer.
                if id == "second" { tell("second", false) }
                asked.reply(OpenRequest.Reply(taken: id != nil, id: id.map { OpeningID($0) }))
            }
            try await done
            // Each is told once, and nobody waits for the others.
            for id in ["second", "third", "first", "first"] { tell(id, true) }
            _ = try await host.update()
            continuation.finish()
            var told: [String] = []
            for await end in ends { told.append(end) }
            #expect(told == ["2 false", "1 true"])
        }
    }
}
