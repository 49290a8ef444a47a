import FoundationEssentials
import JSON
import JSONRPC
import Synchronization
import Testing
import TodayKit
import TodayProtocol

@Suite(.timeLimit(.minutes(10))) struct MessagesTests {
    private static func message(_ id: String) -> Message {
        Message(
            id: MessageID(id),
            title: id,
            sent: ScriptedHost.requestContext.now,
            isRead: false,
            contentType: "text/html",
            hasBody: true
        )
    }

    /// An app that handles pushes with a closure.
    private struct PushedApp: App {
        var push: @Sendable (Push, AppContext) async throws -> PushResult

        init() { push = { _, _ in .noData } }
        init(_ push: @escaping @Sendable (Push, AppContext) async throws -> PushResult) { self.push = push }

        func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { .text(url.path) }
        func perform(_ action: TestAction, _ context: AppContext) async throws { try await context.messages.refresh() }
        func receive(push: Push, _ context: AppContext) async throws -> PushResult {
            try await self.push(push, context)
        }
    }

    // The inbox

    @Test func aPageIsReadAsItWasAskedFor() async throws {
        let app = TestApp(scene: { _, context in
            let list = try await context.messages.list(after: MessageID("z"), limit: 2, matching: "soup")
            let more = try await context.messages.list()
            return .text(
                "\(list.messages.map(\.title)) \(list.next?.rawValue ?? "") \(list.unread) \(more.messages.count)"
            )
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let page = host.scene("test://a")
            let (request, incoming) = try await host.next(MessagesListRequest.self)
            #expect(request.after == MessageID("z"))
            #expect(request.limit == 2)
            #expect(request.query == "soup")
            incoming.reply(
                MessagesListRequest.Reply(
                    messages: [Self.message("b"), Self.message("a")],
                    next: MessageID("a"),
                    unread: 5
                )
            )
            let next = try await host.next(MessagesListRequest.self)
            #expect(next.request.after == nil)
            #expect(next.request.limit == 50)
            next.incoming.reply(MessagesListRequest.Reply(messages: [], next: nil, unread: 5))
            #expect(try await page.card.firstText == #"["b", "a"] a 5 0"#)
        }
    }

    @Test func oneMessageIsReadByItsID() async throws {
        let app = TestApp(scene: { _, context in
            let found = try await context.messages.message(MessageID("a"))
            let missing = try await context.messages.message(MessageID("x"))
            return .text("\(found?.title ?? "none") \(missing?.title ?? "none")")
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let page = host.scene("test://a")
            let (request, incoming) = try await host.next(MessagesListRequest.self)
            #expect(request.id == MessageID("a") && request.after == nil)
            incoming.reply(MessagesListRequest.Reply(messages: [Self.message("a")], next: nil, unread: 1))
            let next = try await host.next(MessagesListRequest.self)
            next.incoming.reply(MessagesListRequest.Reply(messages: [], next: nil, unread: 1))
            #expect(try await page.card.firstText == "a none")
        }
    }

    @Test func whatAPerformChangesBelongsToItsTransactionAndGoesInParts() async throws {
        let ids = (0..<1_500).map { MessageID("m\($0)") }
        let app = TestApp(perform: { _, context in
            try await context.messages.markRead(ids)
            try await context.messages.markRead([ids[0]], false)
            try await context.messages.delete([ids[1]])
            try await context.messages.delete([])
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done = host.performInApp(TestAction.go, transaction: 5)
            var found: [MessageID] = []
            for _ in 0..<2 {
                let (request, incoming) = try await host.next(MessagesReadRequest.self)
                #expect(request.isRead)
                #expect(request.transaction == 5)
                #expect(request.ids.count <= MessagesReadRequest.idsLimit)
                found += request.ids
                incoming.reply(EmptyReply())
            }
            #expect(found == ids)
            let unread = try await host.next(MessagesReadRequest.self)
            #expect(unread.request.ids == [ids[0]])
            #expect(!unread.request.isRead)
            unread.incoming.reply(EmptyReply())
            let deleted = try await host.next(MessagesDeleteRequest.self)
            #expect(deleted.request.ids == [ids[1]])
            #expect(deleted.request.transaction == 5)
            deleted.incoming.reply(EmptyReply())
            _ = try await done
        }
    }

    @Test func aRefusalReachesTheAuthorWithItsCode() async throws {
        let app = TestApp(scene: { _, context in
            do {
                _ = try await context.messages.list(after: MessageID("gone"))
                return .text("listed")
            } catch let error as RequestError {
                return .text("\(error.code)")
            }
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let page = host.scene("test://a")
            try await host.next(MessagesListRequest.self).incoming.fail(RPCError(.notFound, "It is gone."))
            #expect(try await page.card.firstText == "notFound")
        }
    }

    @Test func changesAreToldToEveryoneWhoWatches() async throws {
        let seen = Mutex<[Int]>([])
        let app = TestApp(work: { context in
            var first = context.messages.changes.makeAsyncIterator()
            var second = context.messages.changes.makeAsyncIterator()
            context.log.info("watching")
            for _ in 0..<2 {
                guard let one = await first.next(isolation: #isolation),
                    let two = await second.next(isolation: #isolation)
                else { break }
                seen.withLock { $0 += [one.unread, two.unread] }
                context.log.info("seen")
            }
            // The sequence ends with the process.
            while await first.next(isolation: #isolation) != nil {}
            seen.withLock { $0.append(-1) }
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.nextLog().message == "watching")
            for unread in [3, 2] {
                host.connection.notify(MessagesChangedNotification(unread: unread))
                #expect(try await host.nextLog().message == "seen")
            }
        }
        #expect(seen.withLock(\.self) == [3, 3, 2, 2, -1])
    }

    // Pushes

    private static let push = Push(
        id: "p",
        sent: ScriptedHost.requestContext.now,
        alert: Push.Alert(title: "T"),
        messageID: MessageID("m"),
        extra: ["n": 1],
        isSilent: false
    )

    @Test func aPushIsTakenInItsTransactionWithItsBudget() async throws {
        let app = PushedApp { push, context in
            #expect(push == Self.push)
            #expect(context.budget == .seconds(30))
            try await context.messages.markRead([MessageID("m")])
            return .newData
        }
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let result = host.push(Self.push, transaction: 9)
            let read = try await host.next(MessagesReadRequest.self)
            #expect(read.request.transaction == 9)
            read.incoming.reply(EmptyReply())
            #expect(try await result == .newData)
        }
    }

    @Test func anAppThatTakesNoPushesHasNoNewData() async throws {
        try await withHost(of: TestApp()) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.push(Self.push) == .noData)
        }
    }

    @Test func whatIsThrownFailsThePush() async throws {
        let app = PushedApp { _, _ in throw Failure("The server is down.") }
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            let error = await #expect(throws: RPCError.self) { try await host.push(Self.push) }
            #expect(error?.code == .failed)
            #expect(error?.message == "The server is down.")
        }
    }

    @Test func nobodyWaitsForAPush() async throws {
        let app = PushedApp { _, context in
            try await context.messages.delete([MessageID("m")])
            return .newData
        }
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let result = host.push(Self.push)
            let held = try await host.next(MessagesDeleteRequest.self)
            async let done = host.performInApp(TestAction.go)
            try await host.next(MessagesRefreshRequest.self).incoming.reply(EmptyReply())
            _ = try await done
            held.incoming.reply(EmptyReply())
            #expect(try await result == .newData)
        }
    }

    @Test(arguments: [
        (MessagesRefreshRequest.Reply(result: .changed), PushResult.newData),
        (MessagesRefreshRequest.Reply(result: .unchanged), .noData),
        (MessagesRefreshRequest.Reply(result: .failed, reason: "No cloud."), .failed),
        // A host that does not report a result.
        (MessagesRefreshRequest.Reply(), .failed),
    ])
    func theResultOfARefreshIsTheAnswerToAPush(reply: MessagesRefreshRequest.Reply, answer: PushResult) async throws {
        let app = PushedApp { push, context in
            try await context.messages.refresh(within: .seconds(20), for: push).pushResult
        }
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let result = host.push(Self.push)
            let refresh = try await host.next(MessagesRefreshRequest.self)
            #expect(refresh.request.wait == 20 && refresh.request.push == "p")
            refresh.incoming.reply(reply)
            #expect(try await result == answer)
        }
    }

    @Test(arguments: [(Duration.zero, 1.0), (.milliseconds(1500), 1.5), (.seconds(3600), 30)])
    func theTimeOfARefreshIsClamped(limit: Duration, seconds: Double) async throws {
        let app = PushedApp { _, context in try await context.messages.refresh(within: limit).pushResult }
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let result = host.push(Self.push)
            let refresh = try await host.next(MessagesRefreshRequest.self)
            #expect(refresh.request.wait == seconds && refresh.request.push == nil)
            refresh.incoming.reply(MessagesRefreshRequest.Reply(result: .unchanged))
            #expect(try await result == .noData)
        }
    }

    @Test func aWidgetIsAskedForNoPushes() async throws {
        try await withHost(of: TestWidget()) { host in
            _ = try await host.initialize()
            let error = await #expect(throws: RPCError.self) { try await host.push(Self.push) }
            #expect(error?.code == .methodNotFound)
        }
    }
}
