import Synchronization
import TodayProtocol
import TodayScreen

/// Works for several apps at a time, and for each of them at one thing after the other.
final class KeyedSerialQueue: Sendable {
    /// What one step of an app's work came to.
    enum Step: Hashable, Sendable {
        /// Something was done; there may be more.
        case done
        /// There is nothing to do now.
        case idle
        /// Something kept it from being done; it is tried again after a time.
        case retry(after: Duration)
        /// The host stops: nothing more is to be begun for this app.
        case stopping
    }

    /// The apps that are being worked for; `true` if something came meanwhile.
    private let busy = Mutex<[AppID: Bool]>([:])
    private let work = CoalescingQueue<AppID>()
    private let clock: any Clock<Duration>

    /// Makes lanes without work.
    ///
    /// - Parameter clock: Measures how long to wait before something is tried again.
    init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// Notes that there may be work for an app.
    func add(_ app: AppID) { work.add(app) }

    /// Works until the task is cancelled.
    ///
    /// - Parameter step: Does the next thing for an app. It is called again until it is idle; one app that waits for another
    ///   try keeps no other waiting.
    func run(_ step: @escaping @Sendable (AppID) async -> Step) async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for await app in work.items {
                    work.begin(app)
                    group.addTask { await self.drive(app, step) }
                }
                group.cancelAll()
            }
        } onCancel: {
            work.finish()
        }
    }

    private func drive(_ app: AppID, _ step: @Sendable (AppID) async -> Step) async {
        let isFirst = busy.withLock { busy in
            guard busy[app] == nil else {
                busy[app] = true
                return false
            }
            busy[app] = false
            return true
        }
        guard isFirst else { return }
        repeat {
            guard await work(for: app, step) else {
                busy.withLock { $0[app] = nil }
                return
            }
        } while !isDone(app)
    }

    /// Works for an app until there is nothing to do.
    ///
    /// - Returns: Whether more may be begun for it.
    private func work(for app: AppID, _ step: @Sendable (AppID) async -> Step) async -> Bool {
        while !Task.isCancelled {
            switch await step(app) {
            case .done: break
            case .idle: return true
            case .retry(let pause): do { try await clock.sleep(for: pause) } catch { return false }
            case .stopping: return false
            }
        }
        return true
    }

    private func isDone(_ app: AppID) -> Bool {
        busy.withLock { busy in
            guard busy[app] == true else {
                busy[app] = nil
                return true
            }
            busy[app] = false
            return false
        }
    }
}
