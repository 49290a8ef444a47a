public import FoundationEssentials
import TodayProtocol

extension AppContext {
    /// Schedules a start of the app in the background, or cancels it.
    ///
    /// The app then gets ``App/process(_:_:)`` with the reason `wake`, even if its queue is empty. An app has one such
    /// time: a later call replaces it, and it is removed once the app has run after it. It survives a restart of the
    /// host. Within a transaction it is set with the commit.
    ///
    /// - Parameter date: The time. If it is less than a minute ahead, the app is started in a minute. `nil` cancels the
    ///   start.
    /// - Throws: ``RequestError``, with code `notEntitled` if the app's `UIBackgroundModes` lack `fetch`.
    public func scheduleWake(at date: Date?) async throws {
        try await process.ask { WakeScheduleRequest(date: date, transaction: $0) }
    }
}
