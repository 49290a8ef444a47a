public import FoundationEssentials
import TodayProtocol

extension AppContext {
    /// Has the host start the app in the background at a time, or cancels that.
    ///
    /// The app then gets ``App/process(_:_:)`` with the reason `wake`, even if its queue is empty. It has one such time: a
    /// later call replaces it, and it is over once the app has run after it. It survives a restart of the host. Within a
    /// transaction it is set with the commit.
    ///
    /// - Parameter date: The time, at least a minute ahead; an earlier one means in a minute. `nil` cancels.
    /// - Throws: ``RequestError``, with code `notEntitled` if the app's `UIBackgroundModes` lack `fetch`.
    public func scheduleWake(at date: Date?) async throws {
        try await process.ask { WakeScheduleRequest(date: date, transaction: $0) }
    }
}
