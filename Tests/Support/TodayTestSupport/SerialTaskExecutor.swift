import Dispatch
import Synchronization

/// Runs tasks one piece after another, so that a test knows when each of them waits for something else.
package final class SerialTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "test")
    private let waiting = Mutex(0)

    /// Makes an executor without tasks.
    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.withLock { $0 += 1 }
        queue.async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.waiting.withLock { $0 -= 1 }
        }
    }

    /// Waits until no task has anything to run.
    package func waitUntilIdle() async {
        repeat {
            await withCheckedContinuation { waiter in queue.async { waiter.resume() } }
        } while waiting.withLock(\.self) > 0
    }
}
