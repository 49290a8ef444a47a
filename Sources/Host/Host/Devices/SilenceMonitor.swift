import AsyncPrimitives
import Foundation
import HostClock
import HostModel
import HostStorage
import Logging
import TodayScreen

/// Redraws the screen when devices become silent, and when the notice about them ends.
struct SilenceMonitor: Sendable {
    /// The retry delay after a failure of the store, in seconds.
    private static let retryDelay = 600.0

    let store: DurableStore
    let screen: Screen
    let clock: any WallClock
    let logger: Logger

    /// Follows the devices until the task is cancelled.
    func run() async {
        let changed = Signal()
        let observation = store.observe { commit in
            if commit.changes.contains(.sessions) { changed.raise() }
        }
        defer { observation.cancel() }
        var reported: Set<String> = []
        while !Task.isCancelled {
            var next: Date?
            do throws(StoreError) {
                let sessions = try await store.read { try $0.sessions() }
                let now = clock.now
                let silent = Set(sessions.filter { $0.isReported(at: now) }.map(\.tokenHash))
                if silent != reported {
                    reported = silent
                    screen.redraw()
                }
                next = sessions.compactMap(\.silentFrom).filter { $0 > now }.min()
            } catch {
                guard error.code != .closed else { return }
                logger.error("The devices cannot be read", metadata: ["error": "\(error)"])
                next = clock.now + Self.retryDelay
            }
            _ = await clock.wait(until: next, or: changed)
        }
    }
}
