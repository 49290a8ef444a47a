import AsyncPrimitives
package import HostClock
package import HostModel
package import HostStorage
import Synchronization
package import TodayProtocol

/// Sends surfaces the changes of notifications, which are merged while a surface does not read.
package final class NotificationSubscribers: Sendable {
    /// The undelivered changes of one surface, and the state that it has received.
    private struct Pending {
        var changes = UndeliveredChanges()
        /// Events that were read from the store and not delivered yet.
        var ready: [NotificationEvent] = []
        var revision: Revision
        var summary: NotificationSummary?
    }

    /// The subscriptions by language; the store's observer retains this object too.
    private final class List: Sendable {
        let subscriptions = SubscriptionList<String, Pending>()
        /// The revision of the last change that concerned surfaces.
        let last: Mutex<Revision>
        let arrivals = Mutex(RecentArrivals())
        let clock: any WallClock

        init(startingAt revision: Revision, clock: any WallClock) {
            last = Mutex(revision)
            self.clock = clock
        }

        func add(_ commit: Commit) {
            let now = clock.now
            // Recorded before the revision, so that a surface that sees the revision also finds the banner.
            arrivals.withLock { $0.add(commit, at: now) }
            // A commit concerns either all surfaces or none.
            var probe = UndeliveredChanges()
            guard probe.add(commit) else { return }
            update(at: commit.revision) { $0.add(commit) }
        }

        func addEverything(at revision: Revision) {
            update(at: revision) { changes in
                changes.addEverything(at: revision)
                return true
            }
        }

        private func update(at revision: Revision, _ change: (inout UndeliveredChanges) -> Bool) {
            last.withLock { $0 = max($0, revision) }
            subscriptions.update { change(&$0.changes) }
        }
    }

    private let epoch: String
    private let reader: NotificationReader
    private let store: DurableStore
    private let list: List
    private let observation: ObservationToken

    /// Creates a list without subscriptions; the epoch identifies this run of the host.
    package init(store: DurableStore, reader: NotificationReader, clock: any WallClock, epoch: String) {
        self.epoch = epoch
        self.reader = reader
        self.store = store
        let list = List(startingAt: store.revision, clock: clock)
        self.list = list
        observation = store.observe { list.add($0) }
    }

    package func run() async {
        await Signal().wait()
        list.subscriptions.finish()
    }

    /// Makes every surface read everything again, after names or texts of apps have changed.
    package func textsDidChange() { list.addEverything(at: store.revision) }

    /// Returns a stream of the changes that a surface does not show yet; it ends with ``run()`` or its task.
    ///
    /// Waiting events are merged; beyond ``UndeliveredChanges/limit`` notifications, they become one event with the
    /// complete state. The first event has it too if the position is `nil`, of another run or out of date. A surface of
    /// this run then also receives the notifications of the last seconds (``RecentArrivals``), since a page shows no
    /// banners while it is loading; `announced` is up to where another page has shown them in its place.
    package func events(
        in language: String,
        after position: (epoch: String, revision: Revision)?,
        announcedUpTo announced: (epoch: String, revision: Revision)? = nil
    ) -> AsyncStream<NotificationEvent> {
        let subscription = list.subscriptions.add(
            language,
            pending: Pending(revision: position?.revision ?? Revision(0))
        )
        // Compared after the subscription was added, so that a commit in between is not missed.
        let last = list.last.withLock(\.self)
        let known = position.flatMap { $0.epoch == epoch ? $0.revision : nil }
        if known.map({ $0 < last }) ?? true {
            let now = list.clock.now
            let shown = announced.flatMap { $0.epoch == epoch ? $0.revision : nil }
            let arrivals =
                known.map { known in
                    list.arrivals.withLock { $0.arrivals(after: max(known, shown ?? known), at: now) }
                } ?? []
            subscription.update { pending in
                pending.changes.addEverything(at: Revision(0))
                for arrival in arrivals { pending.changes.add(arrival) }
                return true
            }
        }
        return AsyncStream { [reader] in
            await subscription.next { pending in
                pending.ready.isEmpty ? nil : pending.ready.removeFirst()
            } load: {
                await Self.load(subscription, from: reader)
            }
        }
    }

    /// Reads the changes that a surface must receive; `true` if there were any, or if the stream has ended.
    private static func load(_ subscription: Subscription<String, Pending>, from reader: NotificationReader) async
        -> Bool
    {
        var work: UndeliveredChanges.Work?
        subscription.update { pending in
            work = pending.changes.work
            return false
        }
        guard let work else { return false }
        do throws(StoreError) {
            if work.everything {
                let state = try await reader.state(in: subscription.subscriber)
                subscription.update { pending in
                    pending.changes.finishEverything(readAt: state.revision)
                    pending.summary = state.summary
                    pending.revision = state.revision
                    pending.ready = [NotificationEvent(revision: state.revision, change: .all(state))]
                    return false
                }
            } else {
                let excerpt = try await reader.excerpt(work.notifications, in: subscription.subscriber)
                subscription.update { pending in
                    add(excerpt, of: work.notifications, to: &pending)
                    return false
                }
            }
            return true
        } catch {
            if error.code == .closed {
                subscription.finish()
                return true
            }
            reader.logReadError(error)
            return false
        }
    }

    private static func add(_ excerpt: NotificationReader.Excerpt, of ids: [DeliveredID], to pending: inout Pending) {
        let arriving = pending.changes.finish(ids, readAt: excerpt.revision)
        var changes: [NotificationEvent.Change] = ids.filter { excerpt.shown[$0] == nil }.map { .withdrawn($0) }
        changes += excerpt.shown.values.sorted { ($0.revision, $0.id) < ($1.revision, $1.id) }
            .map { .shown($0, arrives: arriving.contains($0.id)) }
        if excerpt.summary != pending.summary { changes.append(.summary(excerpt.summary)) }
        pending.summary = excerpt.summary
        // The surface is up to date with the new revision once it shows the last of these, and not before.
        pending.ready = changes.enumerated().map { index, change in
            let isLast = index == changes.count - 1
            return NotificationEvent(revision: isLast ? excerpt.revision : pending.revision, change: change)
        }
        pending.revision = excerpt.revision
    }
}
