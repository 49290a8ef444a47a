import AsyncPrimitives
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct AsyncSemaphoreTests {
    /// Work that began, each with its permit.
    private final class Began: Sendable {
        let permits = Mutex<[(number: Int, permit: SemaphorePermit)]>([])

        var numbers: [Int] { permits.withLock { $0.map(\.number) } }

        func add(_ number: Int, to semaphore: AsyncSemaphore, isWanted: Bool = true) {
            semaphore.enqueue { permit in
                guard isWanted else { return false }
                self.permits.withLock { $0.append((number, permit)) }
                return true
            }
        }

        func end(_ number: Int) { permits.withLock { $0.first { $0.number == number }?.permit }?.release() }
    }

    @Test func aCancelledTaskGetsNoPermitEvenIfOneIsFree() async throws {
        let semaphore = AsyncSemaphore(permits: 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: SemaphoreError.cancelled) { try await semaphore.acquire() }
        }
        await task.value
        try await semaphore.acquire().release()
    }

    @Test func asManyBeginAsThereArePermitsAndTheOthersInTheirOrder() {
        let (semaphore, began) = (AsyncSemaphore(permits: 2), Began())
        for number in 0..<1024 { began.add(number, to: semaphore) }
        #expect(began.numbers == [0, 1])
        began.end(1)
        #expect(began.numbers == [0, 1, 2])
        for number in [0, 2, 3, 4] { began.end(number) }
        #expect(began.numbers == Array(0...6))
    }

    @Test func whatIsNoLongerWantedNeverBegins() {
        let (semaphore, began) = (AsyncSemaphore(permits: 2), Began())
        for number in 0..<1000 { began.add(number, to: semaphore, isWanted: number < 2) }
        began.add(1000, to: semaphore)
        began.end(0)
        #expect(began.numbers == [0, 1, 1000])
        for number in [1, 1000] { began.end(number) }
        // There are two permits again.
        for number in 1001...1003 { began.add(number, to: semaphore) }
        #expect(began.numbers == [0, 1, 1000, 1001, 1002])
    }

    @Test func whatEndsAtOnceDoesNotPileUp() {
        let (semaphore, began) = (AsyncSemaphore(permits: 2), Began())
        let count = Atomic(0)
        for number in 0..<2 { began.add(number, to: semaphore) }
        for _ in 0..<1022 {
            semaphore.enqueue { permit in
                count.add(1, ordering: .relaxed)
                permit.release()
                return true
            }
        }
        for number in 0..<2 { began.end(number) }
        let begun = count.load(ordering: .relaxed)
        #expect(begun == 1022)
    }

    @Test func aPermitThatIsReleasedTwiceCountsOnce() {
        let (semaphore, began) = (AsyncSemaphore(permits: 1), Began())
        for number in 0..<3 { began.add(number, to: semaphore) }
        began.end(0)
        began.end(0)
        #expect(began.numbers == [0, 1])
    }

    @Test func aCancelledTaskStopsWaitingAndTakesNoPermit() async throws {
        let semaphore = AsyncSemaphore(permits: 1, waitingLimit: 1)
        let first = try await semaphore.acquire()
        let second = Task { try await semaphore.acquire() }
        second.cancel()
        await #expect(throws: SemaphoreError.cancelled) { try await second.value }
        // Its place among those that wait is free again.
        let third = Task { try await semaphore.acquire() }
        first.release()
        try await third.value.release()
        try await semaphore.acquire().release()
    }

    @Test func tasksBeyondThePermitsGoOnWhenOneIsReleased() async throws {
        let semaphore = AsyncSemaphore(permits: 2)
        let first = try await semaphore.acquire()
        _ = try await semaphore.acquire()
        let (order, place) = AsyncStream<Int>.makeStream()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...3 {
                group.addTask {
                    let permit = try? await semaphore.acquire()
                    place.yield(permit == nil ? -number : number)
                    permit?.release()
                }
            }
            first.release()
            var seen: Set<Int> = []
            for await number in order {
                seen.insert(number)
                if seen.count == 3 { break }
            }
            #expect(seen == [1, 2, 3])
        }
    }

    @Test func noMoreWaitThanMay() async throws {
        let semaphore = AsyncSemaphore(permits: 1, waitingLimit: 0)
        let permit = try await semaphore.acquire()
        await #expect(throws: SemaphoreError.tooManyWaiting) { try await semaphore.acquire() }
        permit.release()
        try await semaphore.acquire().release()
    }

    @Test func cancellationDoesNotEndAWaitThatIsToFinish() async throws {
        let semaphore = AsyncSemaphore(permits: 1)
        let permit = try await semaphore.acquire()
        let waiting = Task { await semaphore.withPermit { 1 } }
        waiting.cancel()
        permit.release()
        #expect(await waiting.value == 1)
    }

    @Test func keysDoNotHoldEachOtherUp() async throws {
        let semaphore = KeyedSemaphore<String>(permits: 1, waitingLimit: 0)
        let permit = try await semaphore.acquire("a")
        await #expect(throws: SemaphoreError.tooManyWaiting) { try await semaphore.acquire("a") }
        #expect(await semaphore.withPermit(of: "b") { 1 } == 1)
        permit.release()
        try await semaphore.acquire("a").release()
    }
}
