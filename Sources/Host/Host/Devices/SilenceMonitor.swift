import AsyncPrimitives
import Foundation
import HostClock
import HostModel
import HostStorage
import TodayScreen

/// Redraws the screen when devices become silent, and when the notice about them ends.
struct SilenceMonitor: HostPart {
    let services: HostDependencies
    let changed = Signal()

    func didCommit(_ commit: Commit) {
        if commit.changes.contains(.sessions) { changed.raise() }
    }

    func run() async {
        var reported: Set<String> = []
        await services.clock.follow(changed, services.logger, failure: "The devices cannot be read") {
            (_) throws(StoreError) in
            let sessions = try await services.durable.read { try $0.sessions() }
            let now = services.clock.now
            let silent = Set(sessions.filter { $0.isReported(at: now) }.map(\.tokenHash))
            if silent != reported {
                reported = silent
                services.screen.redraw()
            }
            return sessions.compactMap(\.silentFrom).filter { $0 > now }.min()
        }
    }
}
