import AsyncPrimitives
import Foundation
import HostClock
import HostStorage
import JSON
import Synchronization
package import TodayProtocol

/// Updates that run while nobody watches.
extension Screen {
    /// A widget's age, its next update, and what its unseen updates have used up.
    package func updateSchedule(of widget: WidgetID) -> UpdateSchedule {
        let watched = subscriptions.languages
        let isPowerLow = power.isLow
        return contents.withLock { $0.schedule(of: widget, watched: watched, isPowerLow: isPowerLow, at: clock.now) }
    }

    /// Starts the updates that nobody watches and whose time has come.
    ///
    /// - Returns: When the next one may begin, if any is to come.
    func startUnseenUpdates(at now: Date) -> Date? {
        let watched = subscriptions.languages
        let updates = contents.withLock { $0.unseenUpdates(watched: watched, at: now) }
        for update in updates where update.date <= now {
            if update.isStale {
                work.add(update.widget)
            } else {
                requestUpdates(.refreshTime, [update.widget], only: update.language)
            }
        }
        return updates.map(\.date).filter { $0 > now }.min()
    }

    /// Puts off updates that nobody watches if one is to begin and the battery is low.
    func checkPower(before widget: WidgetID, watched: Set<String>) {
        let isDue = contents.withLock { $0.dueUnseenUpdate(of: widget, watched: watched, at: clock.now) != nil }
        // Read only now, and without the lock: a battery may take its time to answer.
        guard isDue, power.isLow else { return }
        contents.withLock { $0.unseen.pausedUntil = clock.now.addingTimeInterval(UnseenUpdateBudget.spacing) }
        reschedule.raise()
    }

    /// Records that a person opened the screen.
    func recordOpening(by viewer: Viewer) {
        contents.withLock { contents in
            guard contents.unseen.limit > 0 else { return }
            contents.unseen.usage.recordOpening(in: viewer.language, at: clock.now, zone: clock.zone)
            // In the lock, so that the store has the newest one last.
            guard let usage = try? JSONValue(encoding: contents.unseen.usage) else { return }
            store.caches.recordUsage(usage)
        }
    }

    /// Stores what a widget has spent, if that has changed; it does not wait for the disk.
    func saveUnseenUpdates(of widget: WidgetID) {
        contents.withLock { contents in
            if let change = contents.unseen.takeChange(of: widget) { store.caches.record(change) }
        }
    }

    /// Restores what earlier runs of the host stored.
    func restoreUnseenUpdates() async throws(StoreError) {
        let stored = try await store.caches.allUnseenUpdates()
        let usage = try await store.caches.usage().flatMap { try? $0.decode(ScreenUsage.self) }
        contents.withLock { contents in
            for updates in stored { contents.unseen.restore(updates) }
            if let usage { contents.unseen.usage = usage }
        }
    }
}
