import DeviceSync
import Dispatch
import FoundationEssentials
import HostModel
import HostStorage
import JSON
import JSONRPC
import Synchronization
import Testing
import TodayProtocol

@testable import Host

/// `messages/*` and the badge, over a connection in memory.
@Suite(.timeLimit(.minutes(10))) struct InboxSessionTests {
    private let app = SessionFixture.app

    /// Runs a test with a session of an app whose inbox has messages; `m0` is the newest.
    private func withInbox(
        of count: Int = 3,
        _ body: @Sendable (SessionFixture) async throws -> Void
    ) async throws {
        try await withSession { fixture in
            let messages = (0..<count).map { number in
                RemoteMessage(
                    id: MessageID("m\(number)"),
                    title: "Title \(number)",
                    sent: Date(timeIntervalSince1970: Double(1_000_000 - number)),
                    isRead: number == 2
                )
            }
            try await fixture.store.durable.commit(
                .message(.merge(SessionFixture.app, messages, lastModified: nil)),
                .message(.bodyArrived(SessionFixture.app, MessageID("m1"), text: "Soup tonight", size: 1))
            )
            try await body(fixture)
        }
    }

    private func call<Request: RPCRequest>(_ request: Request, _ fixture: SessionFixture) async throws -> Request.Reply
    {
        try await fixture.process.call(request, deadline: .seconds(30))
    }

    private func error(_ body: () async throws -> Void) async -> RPCError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? RPCError
        }
    }

    @Test func theInboxIsReadInPagesAndSearched() async throws {
        try await withInbox { fixture in
            let first = try await call(MessagesListRequest(limit: 2), fixture)
            #expect(first.messages.map(\.id.rawValue) == ["m0", "m1"])
            #expect(first.messages.map(\.hasBody) == [false, true])
            #expect(first.next == MessageID("m1"))
            #expect(first.unread == 2)
            let second = try await call(MessagesListRequest(after: first.next, limit: 2), fixture)
            #expect(second.messages.map(\.id.rawValue) == ["m2"])
            #expect(second.next == nil)
            let found = try await call(MessagesListRequest(query: "SOUP"), fixture)
            #expect(found.messages.map(\.id.rawValue) == ["m1"])
            let refused = await error { _ = try await call(MessagesListRequest(after: MessageID("x")), fixture) }
            #expect(refused?.code == .notFound)
        }
    }

    @Test func whileTheInboxIsSearchedTheRestOfItGoesOn() async throws {
        try await withInbox { fixture in
            let (begun, continuation) = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)
            fixture.store.durable.enqueueSearch { _ in
                continuation.yield()
                gate.wait()
            } completion: { _ in
            }
            for await _ in begun { break }
            // It waits for the one before it, and holds up nothing that comes after it.
            let order = Order()
            async let found = {
                let page = try await call(MessagesListRequest(query: "soup"), fixture)
                order.note("found")
                return page
            }()
            _ = try await call(MessagesReadRequest(ids: [MessageID("m1")], isRead: true), fixture)
            #expect(try await call(MessagesListRequest(limit: 1), fixture).unread == 1)
            order.note("listed")
            gate.signal()
            #expect(try await found.messages.map(\.id.rawValue) == ["m1"])
            #expect(order.all == ["listed", "found"])
        }
    }

    /// In which order something happened.
    private final class Order: Sendable {
        private let notes = Mutex<[String]>([])
        var all: [String] { notes.withLock(\.self) }
        func note(_ text: String) { notes.withLock { $0.append(text) } }
    }

    @Test func oneMessageIsReadByItsID() async throws {
        try await withInbox { fixture in
            let found = try await call(MessagesListRequest(id: MessageID("m2"), limit: 1), fixture)
            #expect(found.messages.map(\.id.rawValue) == ["m2"])
            #expect(found.next == nil && found.unread == 2)
            for id in ["x", "", "../m2", String(repeating: "m", count: 1_000)] {
                let missing = try await call(MessagesListRequest(id: MessageID(id)), fixture)
                #expect(missing.messages.isEmpty && missing.unread == 2)
            }
        }
    }

    @Test func aMessageThatAnAppShowsHasItsBodyFetchedAgain() async throws {
        try await withInbox { fixture in
            let (store, app) = (fixture.store.durable, SessionFixture.app)
            // Takes all the room that bodies have.
            let large = StoreOperation.message(
                .bodyArrived(app, MessageID("m0"), text: "", size: MessageLimits.bodyBytes)
            )
            try await store.commit(large)
            #expect(try await store.read { try $0.missingBodies(of: app).map(\.message.rawValue) } == ["m2"])
            let shown = try await call(MessagesListRequest(id: MessageID("m1")), fixture)
            #expect(shown.messages.map(\.hasBody) == [false])
            let missing = try await store.read { try $0.missingBodies(of: app).map(\.message.rawValue) }
            #expect(Set(missing) == ["m1", "m2"])
        }
    }

    @Test func aPageHasFiftyMessagesUnlessTheAppSaysOtherwise() async throws {
        try await withInbox(of: 60) { fixture async throws in
            #expect(try await call(MessagesListRequest(), fixture).messages.count == 50)
            for limit in [0, -1, 101] {
                let refused = await error { _ = try await call(MessagesListRequest(limit: limit), fixture) }
                #expect(refused?.code == .invalidParams)
            }
            let long = String(repeating: "x", count: MessagesListRequest.queryLimit + 1)
            let refused = await error { _ = try await call(MessagesListRequest(query: long), fixture) }
            #expect(refused?.code == .limitExceeded)
        }
    }

    @Test func markingAndDeletingChangeTheOneNumberAndTellTheApp() async throws {
        try await withInbox { fixture in
            _ = try await call(MessagesReadRequest(ids: [MessageID("m0"), MessageID("gone")], isRead: true), fixture)
            #expect(try await call(NotificationsBadgeRequest(number: nil), fixture).number == 1)
            _ = try await call(MessagesDeleteRequest(ids: [MessageID("m1")]), fixture)
            let list = try await call(MessagesListRequest(), fixture)
            #expect(list.messages.map(\.id.rawValue) == ["m0", "m2"])
            #expect(list.unread == 0)
            #expect(try await call(NotificationsBadgeRequest(number: nil), fixture).number == 0)
            // What waits to be sent is merged; the last one tells how it is.
            #expect(fixture.told.unread.last == 0)
            let changes = try await fixture.store.durable.read { try $0.unsyncedChanges(of: SessionFixture.app) }
            #expect(changes.map(\.kind) == [.read, .delete])
        }
    }

    @Test func theBadgeIsTheMessagesAsLongAsThereAreAny() async throws {
        try await withInbox { fixture in
            #expect(try await call(NotificationsBadgeRequest(number: 9), fixture).number == 2)
            let ids = (0..<3).map { MessageID("m\($0)") }
            _ = try await call(MessagesDeleteRequest(ids: ids), fixture)
            #expect(try await call(NotificationsBadgeRequest(number: nil), fixture).number == 0)
            #expect(try await call(NotificationsBadgeRequest(number: 9), fixture).number == 9)
        }
    }

    @Test func inATransactionNothingChangesUntilItIsCommitted() async throws {
        try await withInbox { fixture in
            let number = fixture.session.transactions.begin()
            _ = try await call(
                MessagesReadRequest(ids: [MessageID("m0")], isRead: true, transaction: number),
                fixture
            )
            _ = try await call(MessagesDeleteRequest(ids: [MessageID("m1")], transaction: number), fixture)
            #expect(try await call(MessagesListRequest(), fixture).unread == 2)
            let effects = try #require(fixture.session.transactions.end(number))
            #expect(effects.operations.count == 2)
            try await fixture.store.durable.commit(StoreTransaction(effects.operations, origin: .app(app)))
            #expect(try await call(MessagesListRequest(), fixture).unread == 0)
            let late = await error {
                _ = try await call(
                    MessagesDeleteRequest(ids: [MessageID("m0")], transaction: number),
                    fixture
                )
            }
            #expect(late?.code == .transactionOver)
        }
    }

    @Test func aRefreshIsHandedOnAndAnsweredAtOnce() async throws {
        try await withInbox { fixture in
            _ = try await call(MessagesRefreshRequest(), fixture)
            #expect(fixture.screen.all == ["refresh org.example.App"])
        }
    }

    @Test func aRefreshThatWaitsReportsItsResult() async throws {
        let replies: [(InboxRefreshResult, MessagesRefreshRequest.Reply)] = [
            (.changed, MessagesRefreshRequest.Reply(result: .changed)),
            (.unchanged, MessagesRefreshRequest.Reply(result: .unchanged)),
            (.failed("No cloud."), MessagesRefreshRequest.Reply(result: .failed, reason: "No cloud.")),
        ]
        for (result, reply) in replies {
            try await withSession(awaitRefresh: { app, push, limit in
                #expect(app == SessionFixture.app && push == "p" && limit == .milliseconds(1500))
                return result
            }) { fixture async throws in
                #expect(try await call(MessagesRefreshRequest(wait: 1.5, push: "p"), fixture) == reply)
                // It waits by itself and is not merged with the ones that do not.
                #expect(fixture.screen.all.isEmpty)
            }
        }
    }

    @Test(arguments: [-1.0, 0, 0.5, 30.5, 1e300])
    func aRefreshDoesNotWaitLongerThanAllowed(wait: Double) async throws {
        try await withSession { fixture async throws in
            let refused = await error { _ = try await call(MessagesRefreshRequest(wait: wait), fixture) }
            #expect(refused?.code == .invalidParams)
        }
    }

    @Test func aRefreshForAPushThatIsNotHandledIsRefused() async throws {
        try await withSession(awaitRefresh: { _, _, _ in nil }) { fixture async throws in
            let refused = await error { _ = try await call(MessagesRefreshRequest(wait: 1, push: "p"), fixture) }
            #expect(refused?.code == .notFound)
        }
    }

    @Test func anAppThatRefreshesAllTheTimeIsHeldBack() async throws {
        try await withSession { fixture async throws in
            for _ in 0..<20 { _ = try await call(MessagesRefreshRequest(wait: 1), fixture) }
            let refused = await error { _ = try await call(MessagesRefreshRequest(wait: 1), fixture) }
            #expect(refused?.code == .limitExceeded)
            // Those that do not wait are merged, so they are not counted.
            _ = try await call(MessagesRefreshRequest(), fixture)
        }
    }

    @Test func tooManyMessagesAtATimeAreRefused() async throws {
        try await withInbox { fixture in
            let ids = (0...MessagesReadRequest.idsLimit).map { MessageID("m\($0)") }
            for refused in [
                await error { _ = try await call(MessagesReadRequest(ids: ids, isRead: true), fixture) },
                await error { _ = try await call(MessagesDeleteRequest(ids: ids), fixture) },
            ] {
                #expect(refused?.code == .limitExceeded)
            }
            _ = try await call(MessagesDeleteRequest(ids: []), fixture)
            #expect(try await call(MessagesListRequest(), fixture).messages.count == 3)
        }
    }

    // MARK: - Rights

    private static let requests: [(String, JSONValue)] = [
        ("messages/list", [:]), ("messages/read", ["ids": ["m0"], "isRead": true]),
        ("messages/delete", ["ids": ["m0"]]), ("messages/restore", ["ids": ["m0"]]), ("messages/refresh", [:]),
    ]

    @Test(arguments: requests)
    func aWidgetHasNoInbox(method: String, params: JSONValue) async throws {
        try await withSession(.widget) { fixture in
            let refused = await error { _ = try await fixture.process.call(method, params, deadline: .seconds(30)) }
            #expect(refused?.code == .unavailableInExtensions)
            #expect(fixture.screen.all.isEmpty)
        }
    }

    @Test(arguments: requests)
    func anAppWithoutTheEntitlementHasNone(method: String, params: JSONValue) async throws {
        try await withSession(mayReceivePushes: false) { fixture in
            let refused = await error { _ = try await fixture.process.call(method, params, deadline: .seconds(30)) }
            #expect(refused?.code == .notEntitled)
            #expect(refused?.message.contains("aps-environment") == true)
            try await fixture.store.durable.commit(
                .message(
                    .merge(
                        SessionFixture.app,
                        [RemoteMessage(id: MessageID("m0"), title: "T", sent: Date(), isRead: false)],
                        lastModified: nil
                    )
                )
            )
            _ = try await call(NotificationsBadgeRequest(number: nil), fixture)
            #expect(fixture.told.unread.isEmpty)
            #expect(fixture.screen.all.isEmpty)
        }
    }

    @Test func malformedParametersNameTheirPlace() async throws {
        try await withInbox { fixture in
            let cases: [(String, JSONValue, String)] = [
                ("messages/list", ["limit": "many"], "limit"), ("messages/list", ["after": 1], "after"),
                ("messages/read", ["ids": ["m0"]], "isRead"), ("messages/delete", ["ids": "m0"], "ids"),
            ]
            for (method, params, place) in cases {
                let refused = await error { _ = try await fixture.process.call(method, params, deadline: .seconds(30)) }
                #expect(refused?.code == .invalidParams)
                #expect(refused?.message.contains(place) == true, "\(method): \(refused?.message ?? "")")
            }
        }
    }
}
