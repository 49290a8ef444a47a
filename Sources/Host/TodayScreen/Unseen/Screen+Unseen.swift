import AsyncPrimitives
import Foundation
import HostClock
package import HostModel
import HostStorage
import JSON
import Synchronization
package import TodayProtocol

extension Screen {
    /// Returns a widget's age, the time of its next update, and the use of its budget.
    package func updateSchedule(of widget: WidgetID) -> UpdateSchedule {
        let watched = subscriptions.languages
        let isPowerLow = power.isLow
        return contents.withLock { $0.schedule(of: widget, watched: watched, isPowerLow: isPowerLow, at: clock.now) }
    }

    /// Starts the unseen updates that are due; returns the time at which the next one may begin, `nil` if none is
    /// planned.
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

    /// Postpones unseen updates if one is due and the battery is low.
    func checkPower(before widget: WidgetID, watched: Set<String>) {
        let isDue = contents.withLock { $0.dueUnseenUpdate(of: widget, watched: watched, at: clock.now) != nil }
        // Read only now, and without the lock, because a battery may answer slowly.
        guard isDue, power.isLow else { return }
        contents.withLock { $0.unseen.pausedUntil = clock.now.addingTimeInterval(UnseenUpdateBudget.spacing) }
        reschedule.raise()
    }

    func recordOpening(by viewer: Viewer) {
        contents.withLock { contents in
            guard contents.unseen.limit > 0 else { return }
            contents.unseen.usage.recordOpening(in: viewer.language, at: clock.now, zone: clock.zone)
            // Saved with the lock held, so that the newest value is stored last.
            guard let usage = try? JSONValue(encoding: contents.unseen.usage) else { return }
            store.caches.recordUsage(usage)
        }
    }

    /// Stores the use of a widget's budget if it has changed, without waiting for the disk.
    func saveUnseenUpdates(of widget: WidgetID) {
        contents.withLock { contents in
            if let change = contents.unseen.takeChange(of: widget) { store.caches.record(change) }
        }
    }

    func restoreUnseenUpdates() async throws(StoreError) {
        let stored = try await store.caches.allUnseenUpdates()
        let usage = try await store.caches.usage().flatMap { try? $0.decode(ScreenUsage.self) }
        contents.withLock { contents in
            for updates in stored { contents.unseen.restore(updates) }
            if let usage { contents.unseen.usage = usage }
        }
    }
}

/// The machine's batteries, as listed by the kernel.
package struct PowerSupplies: Sendable {
    /// The folder in which Linux lists the power supplies.
    package static let systemFolder = "/sys/class/power_supply"
    /// Charge in percent below which a battery is low.
    package static let lowCharge = 20
    /// Largest number of power supplies examined.
    private static let countLimit = 64
    /// Longest value read from the kernel, in bytes.
    private static let valueLimit = 64

    private let folder: String

    package init(folder: String = systemFolder) { self.folder = folder }

    /// `true` if the machine runs on a low battery: one discharges, and none has ``lowCharge`` percent; batteries of
    /// mice and other devices do not count, nor do those that cannot be read.
    package var isLow: Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let batteries = names.sorted().prefix(Self.countLimit).filter { name in
            value("type", of: name) == "Battery" && value("scope", of: name) != "Device"
        }
        let charges = batteries.compactMap { value("capacity", of: $0).flatMap { Int($0) } }
        guard let greatest = charges.max(), greatest < Self.lowCharge else { return false }
        return batteries.contains { value("status", of: $0) == "Discharging" }
    }

    private func value(_ attribute: String, of name: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: "\(folder)/\(name)/\(attribute)") else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Self.valueLimit) else { return nil }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
