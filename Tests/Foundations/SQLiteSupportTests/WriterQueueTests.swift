import Dispatch
import SQLiteSupport
import Synchronization
import Testing

/// What waits for a store's writer.
@Suite struct WriterQueueTests {
    private typealias Queue = WriterQueue<Int, TestFailure>

    /// What became of a job, as a word.
    private func add(_ job: Int, to queue: Queue) -> String {
        switch queue.add(job) {
        case .startsWriter: "starts"
        case .waits: "waits"
        case .refused(let failure): failure.code.rawValue
        }
    }

    private func drain(_ queue: Queue) -> [[Int]] {
        var groups: [[Int]] = []
        queue.drain { groups.append($0) }
        return groups
    }

    @Test func theFirstJobStartsTheWriterAndTheOthersWait() {
        let queue = Queue(capacity: 10, groupSize: 10)
        #expect((1...3).map { add($0, to: queue) } == ["starts", "waits", "waits"])
        #expect(drain(queue) == [[1, 2, 3]])
        // The writer ended, so that the next one starts it again.
        #expect((4...5).map { add($0, to: queue) } == ["starts", "waits"])
        #expect(drain(queue) == [[4, 5]])
        #expect(drain(queue).isEmpty)
    }

    @Test(
        arguments: [
            (0, []), (1, [1]), (4, [4]), (5, [4, 1]), (8, [4, 4]), (11, [4, 4, 3]),
        ] as [(Int, [Int])]
    )
    func jobsShareCommitsInTheOrderTheyCame(count: Int, sizes: [Int]) {
        let queue = Queue(capacity: 100, groupSize: 4)
        for job in 0..<count { _ = add(job, to: queue) }
        let groups = drain(queue)
        #expect(groups.map(\.count) == sizes)
        #expect(groups.flatMap(\.self) == Array(0..<count))
    }

    @Test func whatComesWhileTheWriterRunsIsPerformedByIt() {
        let queue = Queue(capacity: 10, groupSize: 2)
        #expect(add(0, to: queue) == "starts")
        var performed: [Int] = []
        queue.drain { group in
            performed += group
            if let last = group.last, last < 5 { #expect(add(last + 1, to: queue) == "waits") }
        }
        #expect(performed == Array(0...5))
        #expect(add(6, to: queue) == "starts")
    }

    @Test func whatTheQueueHasNoRoomForIsRefusedAloneAndWithASentence() {
        let queue = Queue(capacity: 2, groupSize: 1)
        #expect((1...4).map { add($0, to: queue) } == ["starts", "waits", "overloaded", "overloaded"])
        guard case .refused(let failure) = queue.add(5) else {
            Issue.record("a full queue took a job")
            return
        }
        #expect(failure.message == "More than 2 operations wait for the disk.")
        // What was taken is performed, and there is room again as soon as the writer took something.
        var performed: [Int] = []
        queue.drain { group in
            performed += group
            if group == [1] { #expect(add(6, to: queue) == "waits") }
        }
        #expect(performed == [1, 2, 6])
    }

    @Test func aClosedQueueTakesNothingAndStillPerformsWhatWaits() {
        let queue = Queue(capacity: 10, groupSize: 10)
        #expect((1...2).map { add($0, to: queue) } == ["starts", "waits"])
        queue.close()
        queue.close()
        #expect(add(3, to: queue) == "closed")
        guard case .refused(let failure) = queue.add(4) else {
            Issue.record("a closed queue took a job")
            return
        }
        #expect(failure.message == "The test is shutting down.")
        #expect(drain(queue) == [[1, 2]])
        #expect(add(5, to: queue) == "closed")
    }

    @Test func manyThreadsLoseNothingAndStartOneWriterAtATime() {
        let queue = Queue(capacity: 100_000, groupSize: 16)
        let running = Atomic(0)
        let overlaps = Atomic(0)
        let performed = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<1000 where add(thread * 1000 + number, to: queue) == "starts" {
                queue.drain { group in
                    let others = running.add(1, ordering: .sequentiallyConsistent).oldValue
                    overlaps.add(others, ordering: .sequentiallyConsistent)
                    performed.withLock { $0 += group }
                    running.subtract(1, ordering: .sequentiallyConsistent)
                }
            }
        }
        #expect(overlaps.load(ordering: .sequentiallyConsistent) == 0)
        let all = performed.withLock(\.self)
        #expect(all.sorted() == Array(0..<8000))
        for thread in 0..<8 {
            let own = all.filter { $0 / 1000 == thread }
            #expect(own == own.sorted())
        }
    }
}
