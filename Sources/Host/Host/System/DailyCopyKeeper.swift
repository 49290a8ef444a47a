import AsyncPrimitives
import HostClock
import HostStorage
import Logging

/// Copies the database at start, on each new day, and when apps change, since restoring a copy deletes unknown apps.
struct DailyCopyKeeper: HostPart {
    let folder: String
    let clock: any WallClock
    let logger: Logger
    let isNeeded = Signal()

    func didCommit(_ commit: Commit) {
        for case .app in commit.changes { return isNeeded.raise() }
    }

    func run() async {
        let copies = DailyCopies(folder: folder)
        var isRenewed = false
        repeat {
            do {
                try await copies.make(now: clock.now, isRenewed: isRenewed)
            } catch {
                logger.warning("The daily copy of the database cannot be made", metadata: ["error": "\(error)"])
            }
            await isNeeded.wait()
            isRenewed = true
        } while !Task.isCancelled
    }
}
