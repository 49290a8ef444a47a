import JSON
import JSONRPC
import Synchronization
import Testing
import TodayKit
public import TodayProtocol

@Suite(.timeLimit(.minutes(10))) struct ActionQueueTests {
    private struct Processing: App {
        var body: @Sendable ([QueuedAction], AppContext) async throws -> ProcessedActions

        init() { body = { _, _ in .all } }
        init(_ body: @escaping @Sendable ([QueuedAction], AppContext) async throws -> ProcessedActions) {
            self.body = body
        }

        func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { .text("") }
        func process(_ actions: [QueuedAction], _ context: AppContext) async throws -> ProcessedActions {
            try await body(actions, context)
        }
    }

    private static let actions = ["1", "2"].map { id in
        AppProcessRequest.Delivery(
            id: ActionID(id),
            payload: ["set": ["_0": .string(id), "done": true]],
            enqueued: ScriptedHost.requestContext.now,
            attempt: 2
        )
    }

    private func process(
        _ app: some App,
        _ actions: [AppProcessRequest.Delivery] = actions
    ) async throws -> AppProcessRequest.Reply {
        let reply = Mutex<AppProcessRequest.Reply?>(nil)
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            let answer = try await host.process(actions)
            reply.withLock { $0 = answer }
        }
        let answer = reply.withLock(\.self)
        return try #require(answer)
    }

    @Test func aTapDerivesTheIDsOfItsActions() async throws {
        let widget = TestWidget(perform: { _, context in
            let queue = context.actions(in: context.groups[0])
            let first = try await queue.enqueue(TestAction.go)
            #expect(first == "tap#1")
            let second = try await queue.enqueue(TestAction.go)
            #expect(second == "tap#2")
            let third = try await queue.enqueue(TestAction.go, id: "own")
            #expect(third == "own")
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let done: Void = host.perform(TestAction.go, transaction: 7)
            for id in ["tap#1", "tap#2", "own"] {
                let (request, incoming) = try await host.next(ActionsEnqueueRequest.self)
                #expect(request.group == ScriptedHost.group)
                #expect(request.transaction == 7)
                #expect(request.actions == [.init(id: ActionID(id), payload: ["go": [:]])])
                incoming.reply(ActionsEnqueueRequest.Reply(ids: [ActionID(id)]))
            }
            try await done
        }
    }

    @Test func outsideATapIDsAreRandomAndWellFormed() async throws {
        let ids = Mutex<[ActionID]>([])
        let widget = TestWidget(update: { context in
            for _ in 0..<2 {
                let id = try await context.actions(in: ScriptedHost.group).enqueue(1)
                ids.withLock { $0.append(id) }
            }
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let done = host.update()
            for _ in 0..<2 {
                let (request, incoming) = try await host.next(ActionsEnqueueRequest.self)
                #expect(request.transaction == nil)
                incoming.reply(ActionsEnqueueRequest.Reply(ids: request.actions.map(\.id)))
            }
            _ = try await done
        }
        let made = ids.withLock(\.self)
        #expect(Set(made).count == 2)
        #expect(made.allSatisfy { $0.isWellFormed })
    }

    @Test func aWidgetReadsWithdrawsAndWakes() async throws {
        let widget = TestWidget(perform: { _, context in
            let queue = context.actions(in: ScriptedHost.group)
            let pending = try await queue.pending()
            #expect(pending.map(\.id) == ["1", "2"])
            let decoded = try pending[0].decode(TestAction.self)
            #expect(decoded == .set("1", done: true))
            #expect(pending[1].state == .retrying)
            let state = try await queue.state()
            #expect(state.overdueSince == context.now)
            #expect(
                state
                    == ActionQueueState(
                        pending: 2,
                        failed: 1,
                        lastProcessed: context.now,
                        overdueSince: context.now
                    )
            )
            let withdrawn = try await queue.withdraw((0..<101).map { ActionID("\($0)") })
            #expect(withdrawn == ["1", "100"])
            try await context.wake()
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let done: Void = host.perform(TestAction.go, transaction: 3)
            let now = ScriptedHost.requestContext.now
            let first = PendingAction(id: "1", payload: Self.actions[0].payload, enqueued: now)
            let second = PendingAction(id: "2", payload: 1, enqueued: now, state: .retrying, attempts: 1, error: "No.")
            let page = try await host.next(ActionsPendingRequest.self)
            page.incoming.reply(ActionsPendingRequest.Reply(actions: [first], next: 5))
            let last = try await host.next(ActionsPendingRequest.self)
            #expect(last.request.after == 5)
            last.incoming.reply(ActionsPendingRequest.Reply(actions: [second], next: nil))
            try await host.next(ActionsStateRequest.self).incoming.reply(
                ActionQueueState(pending: 2, failed: 1, lastProcessed: now, overdueSince: now)
            )
            let part = try await host.next(ActionsWithdrawRequest.self)
            #expect(part.request.ids.count == 100)
            #expect(part.request.transaction == 3)
            part.incoming.reply(ActionsWithdrawRequest.Reply(withdrawn: ["1"]))
            try await host.next(ActionsWithdrawRequest.self).incoming.reply(
                ActionsWithdrawRequest.Reply(withdrawn: ["100"])
            )
            let wake = try await host.next(WakeRequest.self)
            #expect(wake.request.transaction == 3)
            wake.incoming.reply(EmptyReply())
            try await done
        }
    }

    @Test func anAppIsGivenItsActions() async throws {
        let app = Processing { actions, context in
            #expect(actions.map(\.id) == ["1", "2"])
            let decoded = try actions[1].decode(TestAction.self)
            #expect(decoded == .set("2", done: true))
            #expect(actions[0].group == context.groups[0])
            #expect(actions[0].attempt == 2)
            #expect(context.budget == .seconds(30))
            #expect(context.processingReason == .push)
            return .all
        }
        let reply = try await process(app)
        #expect(reply == AppProcessRequest.Reply(processed: ["1", "2"]))
    }

    @Test func anAppNamesWhatItProcessedAndWhatFailed() async throws {
        let app = Processing { _, _ in ProcessedActions(processed: ["1"], failed: [("2", reason: "No.")]) }
        let reply = try await process(app)
        #expect(reply == AppProcessRequest.Reply(processed: ["1"], failed: [.init(id: "2", reason: "No.")]))
    }

    @Test func anAppThatProcessesNothingSaysSoOnlyIfThereIsSomething() async throws {
        let empty = try await process(TestApp(), [])
        #expect(empty == AppProcessRequest.Reply(processed: []))
        let error = await #expect(throws: RPCError.self) { _ = try await process(TestApp()) }
        #expect(error?.code == .failed)
    }
}

extension ActionID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}
