public import TodayKit

/// Deletes this device's records of ticks that the app will never process, since the person discarded them.
///
/// The app learns nothing of an action that is discarded, so it asks the cloud, once in the life of its process and not
/// before it has processed a tick. That takes time, so it happens beside all other work.
public struct DoorbellSweeper: Sendable {
    private let commits: CommitSequence
    private let ticks: AsyncStream<Void>
    private let ticked: AsyncStream<Void>.Continuation

    /// Creates a sweeper; an app has one.
    ///
    /// - Parameter commits: The changes that the app makes.
    public init(_ commits: CommitSequence) {
        self.commits = commits
        (ticks, ticked) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Reports that a change which processes ticks is being made.
    func noteTicks() { ticked.yield() }

    /// Waits until the app has processed ticks, and deletes the records; returns when that is done, or the task is
    /// cancelled.
    ///
    /// If the cloud cannot be asked, the next ticks are waited for.
    ///
    /// - Parameter context: The context in which the app runs.
    /// - Throws: `RequestError` if the host refuses.
    public func run(_ context: AppContext) async throws {
        for await _ in ticks {
            // Once the ticks are committed, their records are deleted without having been sent.
            try await commits.run(context, isChange: { _ in false }) { _ in }
            do {
                return try await sweep(context)
            } catch let error as RecordError {
                context.log.info("\(error)")
            }
        }
    }

    private func sweep(_ context: AppContext) async throws {
        let store = context.records(in: HabitsCloud.container)
        let query = Doorbell.query(device: context.deviceID)
        var records: [Record] = []
        var marker: String?
        repeat {
            let page = try await TimeLimit.run { [marker] in try await store.query(query, marker: marker) }
            records += page.records
            marker = page.marker
        } while marker != nil
        // Asked after the cloud: a record is saved together with its action, so the action of each was known by then.
        let pending = try await context.actions(in: .habits).pending()
        let stale = Doorbell.stale(records, pending: pending, device: context.deviceID)
        if !stale.isEmpty { try await store.delete(stale) }
    }
}
