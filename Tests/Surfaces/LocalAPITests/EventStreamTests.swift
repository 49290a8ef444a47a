import AsyncPrimitives
import HostModel
import LocalAPI
import Synchronization
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct EventStreamTests {
    private func event(_ number: Int64) -> ScreenEvent {
        ScreenEvent(position: ScreenPosition(epoch: "e", revision: Revision(number)), change: .scene)
    }

    @concurrent
    private func run(
        _ stream: EventStream,
        _ events: AsyncStream<ScreenEvent>,
        clock: ManualClock = ManualClock(),
        write: @concurrent (String) async throws -> Void
    ) async throws {
        try await stream.run(
            [EventFeed(events) { try $0.serverSentEvent() }],
            heartbeat: .seconds(15),
            clock: clock,
            write: write
        )
    }

    @Test func itEndsWithItsEvents() async throws {
        let (events, input) = AsyncStream<ScreenEvent>.makeStream()
        input.yield(event(1))
        input.yield(event(2))
        input.finish()
        let written = Mutex<[String]>([])
        try await run(EventStream(), events) { text in written.withLock { $0.append(text) } }
        #expect(written.withLock { $0.map { $0.prefix(7) } } == ["id: e.1", "id: e.2"])
    }

    @Test func itEndsWhenItIsTold() async throws {
        let (events, input) = AsyncStream<ScreenEvent>.makeStream()
        let ended = OneTimeSignal()
        input.onTermination = { _ in ended.raise() }
        let stream = EventStream()
        input.yield(event(1))
        try await run(stream, events) { _ in stream.end() }
        await ended.wait()
    }

    @Test func aSilentStreamBeats() async throws {
        let (events, input) = AsyncStream<ScreenEvent>.makeStream()
        let clock = ManualClock()
        let stream = EventStream()
        let written = Mutex<[String]>([])
        async let running: Void = run(stream, events, clock: clock) { text in
            let count = written.withLock { written in
                written.append(text)
                return written.count
            }
            if count == 2 { stream.end() }
        }
        await clock.advanceWhenSleeping(by: .seconds(15))
        await clock.advanceWhenSleeping(by: .seconds(15))
        try await running
        #expect(written.withLock { $0 } == [": still here\n\n", ": still here\n\n"])
        input.finish()
    }

    @Test func aSlowReaderHoldsBackTheEvents() async throws {
        let asked = Mutex(0)
        let events = AsyncStream<ScreenEvent>(unfolding: {
            let number = asked.withLock { count in
                count += 1
                return count
            }
            return number <= 100 ? self.event(Int64(number)) : nil
        })
        let stream = EventStream()
        let mostAhead = Mutex(0)
        let written = Mutex(0)
        try await run(stream, events) { _ in
            let count = written.withLock { count in
                count += 1
                return count
            }
            let ahead = asked.withLock { $0 } - count
            mostAhead.withLock { $0 = max($0, ahead) }
        }
        #expect(written.withLock { $0 } == 100)
        #expect(mostAhead.withLock { $0 } <= 1)
    }

    @Test func aWriteThatFailsEndsIt() async throws {
        struct Broken: Error {}
        let (events, input) = AsyncStream<ScreenEvent>.makeStream()
        let ended = OneTimeSignal()
        input.onTermination = { _ in ended.raise() }
        input.yield(event(1))
        await #expect(throws: Broken.self) {
            try await run(EventStream(), events) { _ in throw Broken() }
        }
        await ended.wait()
    }

    @Test func cancellationEndsIt() async throws {
        let (events, input) = AsyncStream<ScreenEvent>.makeStream()
        let began = OneTimeSignal()
        input.yield(event(1))
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.run(EventStream(), events) { _ in began.raise() } }
            await began.wait()
            group.cancelAll()
        }
    }
}
