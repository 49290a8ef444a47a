import Synchronization
import TodayProtocol
import TodayScreen

/// Works for several apps at a time, and for each of them at one thing after the other.
final class AppLanes: Sendable {
    /// What one step of an app's work came to.
    enum Step: Hashable, Sendable {
        /// Something was done; there may be more.
        case done
        /// There is nothing to do now.
        case idle
        /// The host stops: nothing more is to be begun for this app.
        case stopping
    }

    /// The apps that are being worked for; `true` if something came meanwhile.
    private let busy = Mutex<[AppID: Bool]>([:])
    private let work = WorkList<AppID>()

    /// Notes that there may be work for an app.
    func add(_ app: AppID) { work.add(app) }

    /// Works until the task is cancelled.
    ///
    /// - Parameter step: Does the next thing for an app. It is called again until it is idle.
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
            var result = Step.done
            while result == .done, !Task.isCancelled { result = await step(app) }
            guard result != .stopping else {
                busy.withLock { $0[app] = nil }
                return
            }
        } while !isDone(app)
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
