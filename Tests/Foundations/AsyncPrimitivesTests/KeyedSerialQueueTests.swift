import AsyncPrimitives
import Synchronization
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(5))) struct KeyedSerialQueueTests {
    /// What happened, from several tasks.
    private final class EventLog: Sendable {
        private let all = Mutex<[String]>([])
        private let stream: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream() }

        var lines: [String] { all.withLock(\.self) }

        func add(_ line: String) {
            all.withLock { $0.append(line) }
            continuation.yield(line)
        }

        func wait(for line: String) async {
            for await event in stream where event == line { return }
        }
    }

    /// How many steps run, ran at a time at most, and are left.
    private final class Counts: Sendable {
        private let state = Mutex((running: 0, most: 0, left: 100))

        var most: Int { state.withLock(\.most) }

        func begin() {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
        }

        func end() -> Int {
            state.withLock { state in
                state.running -= 1
                state.left -= 1
                return state.left
            }
        }
    }

    @Test func whileOneKeyWaitsForAnotherTryOthersGoOn() async {
        let clock = ManualClock()
        let queue = KeyedSerialQueue<String>(clock: clock)
        let log = EventLog()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await queue.run { key in
                    log.add(key)
                    return key == "blocked" ? .retry(after: .seconds(5)) : .idle
                }
            }
            queue.add("blocked")
            await clock.waitUntilSleeping()
            queue.add("other")
            await log.wait(for: "other")
            clock.advance(by: .seconds(5))
            await log.wait(for: "blocked")
            group.cancelAll()
        }
        #expect(log.lines == ["blocked", "other", "blocked"])
    }

    @Test func aKeysStepsRunOneAfterTheOther() async {
        let queue = KeyedSerialQueue<Int>()
        let log = EventLog()
        let counts = Counts()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await queue.run { key in
                    counts.begin()
                    await Task.yield()
                    // Added while its own step runs: nothing is lost.
                    queue.add(key)
                    let rest = counts.end()
                    if rest == 0 { log.add("done") }
                    return rest > 0 && rest % 2 == 0 ? .done : .idle
                }
            }
            queue.add(1)
            await log.wait(for: "done")
            group.cancelAll()
        }
        #expect(counts.most == 1)
    }

    @Test func aKeyThatStopsIsNotBegunAgainByItself() async {
        let queue = KeyedSerialQueue<String>()
        let log = EventLog()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await queue.run { key in
                    log.add(key)
                    return key == "stop" ? .stopping : .idle
                }
            }
            queue.add("stop")
            await log.wait(for: "stop")
            queue.add("other")
            await log.wait(for: "other")
            group.cancelAll()
        }
        #expect(log.lines == ["stop", "other"])
    }

    @Test func aKeyIsIdleOnceItsStepsAreDone() async {
        let queue = KeyedSerialQueue<String>()
        let log = EventLog()
        let gate = Signal()
        await queue.waitUntilIdle(["a", "b"])
        await withTaskGroup(of: Void.self) { group in
            queue.add("a")
            group.addTask {
                log.add("waits")
                await queue.waitUntilIdle(["b", "a"])
                log.add("idle")
            }
            await log.wait(for: "waits")
            group.addTask {
                await queue.run { key in
                    if !log.lines.contains("first") {
                        log.add("first")
                        return .done
                    }
                    await gate.wait()
                    log.add("last")
                    return .idle
                }
            }
            await log.wait(for: "first")
            gate.raise()
            await log.wait(for: "idle")
            group.cancelAll()
        }
        #expect(log.lines == ["waits", "first", "last", "idle"])
    }

    @Test func anElementWaitsOnceAndCanBeAddedAgainOnceItWasDelivered() async {
        let queue = CoalescingQueue<Int>()
        for element in [1, 2, 1] { queue.add(element) }
        var elements = queue.elements.makeAsyncIterator()
        #expect(await elements.next() == 1)
        queue.add(1)
        queue.finish()
        #expect(await elements.next() == 2)
        #expect(await elements.next() == 1)
        #expect(await elements.next() == nil)
    }
}
