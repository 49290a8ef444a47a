import Dispatch
import HostModel
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// A tap is on disk before its process is asked.
@Suite(.timeLimit(.minutes(5))) struct TapRecordTests {
    /// What a process was asked.
    private enum Asked: Hashable, Sendable {
        case update
        case tap(TapID)
    }

    /// Runs a test whose processes answer everything at once; it gets what they are asked, in order.
    private func withAnswers(
        _ body: @escaping @Sendable (ScreenFixture, AsyncStream<Asked>) async throws -> Void
    ) async throws {
        try await withScreen { fixture in
            let (asked, continuation) = AsyncStream<Asked>.makeStream()
            let content = WidgetUpdateResult.content(try ScreenFixture.content("61°"))
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await call in fixture.processes.calls {
                        guard let tap = call.tap else {
                            continuation.yield(.update)
                            call.answer(content)
                            continue
                        }
                        continuation.yield(.tap(tap.id))
                        let outcome = TapOutcome.done(open: nil)
                        // Fails only for a tap that was never recorded.
                        _ = try? await fixture.store.durable.commit(
                            .tap(.finish(tap.id, outcome: JSONValue(encoding: outcome)))
                        )
                        call.end(outcome)
                    }
                }
                do {
                    try await body(fixture, asked)
                    try await withTimeLimit(on: "the end of all requests") {
                        await fixture.screen.waitUntilSettled(ScreenFixture.widget)
                    }
                } catch {
                    Issue.record(error)
                }
                group.cancelAll()
            }
        }
    }

    @Test func closingEndsTheWaitOfEveryTapThatIsNotPerformed() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            let tracker = TapTracker(store: store)
            let perform = { @Sendable (id: String, start: @escaping @Sendable () -> Void) async -> StoreError.Code? in
                let tap = HostModel.Tap(id: TapID(id), target: .widget(WidgetID("org.example.App.widget")))
                do throws(StoreError) {
                    _ = try await tracker.perform(
                        tap,
                        target: .widget(WidgetID("org.example.App.widget")),
                        viewer: Viewer(language: "en", zone: "UTC"),
                        start: start
                    )
                    return nil
                } catch {
                    return error.code
                }
            }
            let (queued, continuation) = AsyncStream<Void>.makeStream()
            async let first = perform("1") { continuation.yield() }
            async let second = perform("2") { continuation.yield() }
            try await withTimeLimit(on: "both taps in the queue") {
                var iterator = queued.makeAsyncIterator()
                await iterator.next()
                await iterator.next()
            }
            tracker.close()
            let codes = await [first, second]
            #expect(codes == [.closed, .closed])
            // One that comes later is on disk, and does not wait either.
            let third = try await withTimeLimit(on: "the end of a later tap") { await perform("3") {} }
            #expect(third == .closed)
            #expect(try await store.read { try $0.pendingTapCount() } == 3)
            await store.close()
        }
    }

    @Test func aTapThatFailedIsNotPerformedWhenItIsSentAgain() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            let tracker = TapTracker(store: store)
            let id = TapID("tap")
            let failed = TapOutcome.failed(reason: .hostNotFound("example.com"))
            try await store.commit(
                .tap(.record(id, target: .widget(ScreenFixture.widget), payload: [:])),
                .tap(.fail(id, outcome: try failed.stored()))
            )
            let again = try await tracker.perform(
                Tap(id: id, target: .widget(ScreenFixture.widget)),
                target: .widget(ScreenFixture.widget),
                viewer: Viewer(language: "en", zone: "UTC"),
                start: { tracker.finish(id, .done(open: nil)) }
            )
            #expect(again == failed, "the tap was performed again")
            await store.close()
        }
    }

    @Test func aTapThatWaitsAlreadyIsNotResumed() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            let tracker = TapTracker(store: store)
            let tap = Tap(id: TapID("tap"), target: .widget(ScreenFixture.widget))
            let (queued, continuation) = AsyncStream<Void>.makeStream()
            // No child task, for which a test that fails would wait.
            let performing = Task {
                try await tracker.perform(
                    tap,
                    target: .widget(ScreenFixture.widget),
                    viewer: Viewer(language: "en", zone: "UTC"),
                    start: { continuation.yield() }
                )
            }
            try await withTimeLimit(on: "the tap in the queue") { for await _ in queued { return } }
            let record = try #require(try await store.read { try $0.tap(tap.id) })
            #expect(tracker.resume(tap.id, payload: record.payload) == nil, "the tap is performed twice")
            tracker.finish(tap.id, .done(open: nil))
            let outcome = try await withTimeLimit(on: "the end of the tap") { try await performing.value }
            #expect(outcome == .done(open: nil))
            await store.close()
        }
    }

    private func next(_ asked: AsyncStream<Asked>) async throws -> Asked? {
        try await withTimeLimit(on: "the next request to a widget's process") {
            for await request in asked { return request }
            return nil
        }
    }

    @Test func aProcessIsNotAskedWhileTheRecordOfItsTapWaitsForTheWriter() async throws {
        try await withAnswers { fixture, asked in
            let tap = Tap(id: TapID("tap"), target: .widget(ScreenFixture.widget))
            let executor = SerialTaskExecutor()
            let writer = HeldWriter(of: fixture.store.durable)
            defer { writer.release() }
            let performing = Task(executorPreference: executor) {
                try await fixture.screen.perform(tap, on: ScreenFixture.widget, viewer: fixture.viewer)
            }
            try await withTimeLimit(on: "the record's wait for the writer") { await executor.waitUntilIdle() }
            // A tap that is queued goes before an update.
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            #expect(try await next(asked) == .update)
            writer.release()
            #expect(try await next(asked) == .tap(tap.id))
            let outcome = try await withTimeLimit(on: "the end of a tap") { try await performing.value }
            #expect(outcome == .done(open: nil))
            let record = try await fixture.store.durable.read { try $0.tap(tap.id) }
            #expect(record != nil)
            #expect(record?.state != .pending)
        }
    }

    @Test func aTapThatCannotBeRecordedIsNotPerformed() async throws {
        try await withAnswers { fixture, asked in
            let tap = Tap(id: TapID("not an id"), target: .widget(ScreenFixture.widget))
            let refused = await #expect(throws: StoreError.self) {
                try await withTimeLimit(on: "the end of a tap") {
                    try await fixture.screen.perform(tap, on: ScreenFixture.widget, viewer: fixture.viewer)
                }
            }
            #expect(refused?.code == .invalid)
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            let first = try await next(asked)
            #expect(first == .update)
        }
    }
}

/// Holds a store's writer until it is released.
private struct HeldWriter: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    init(of store: DurableStore) {
        store.enqueueRead { [gate] _ in
            // Left open, since a read may run twice.
            gate.wait()
            gate.signal()
        } completion: { _ in
        }
    }

    func release() { gate.signal() }
}
