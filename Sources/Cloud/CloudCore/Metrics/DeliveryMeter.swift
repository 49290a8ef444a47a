import CloudStorage
package import Foundation
import PrometheusMetrics

/// Counts the events that streams of devices write, and measures how long after their acceptance that is.
///
/// The clock is read once for the events that are written together, not for each.
package final class DeliveryMeter: Sendable {
    /// Events that are written together, in their order.
    struct Batch: Sendable {
        /// The numbers of successive events that were accepted at the same time.
        private(set) var counts: [(created: Date?, count: Int)] = []

        mutating func add(_ event: DeviceEvent) {
            if let last = counts.indices.last, counts[last].created == event.content.created {
                counts[last].count += 1
            } else {
                counts.append((event.content.created, 1))
            }
        }
    }

    let events = Counter()
    let lag = Histogram(bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60])
    let now: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Counts events that have just been written to a stream which was opened at a time; what was accepted before then
    /// has waited for the device, so that its lag says nothing of the cloud.
    func record(_ events: [DeviceEvent], openedAt opened: Date) {
        var batch = Batch()
        for event in events { batch.add(event) }
        record(batch, openedAt: opened)
    }

    /// Counts events that have just been written.
    func record(_ batch: Batch, openedAt opened: Date = .distantPast) {
        guard !batch.counts.isEmpty else { return }
        let date = now()
        for (created, count) in batch.counts {
            events.add(count)
            // The clocks of two nodes may differ.
            if let created, created >= opened { lag.observe(max(0, date.timeIntervalSince(created)), count: count) }
        }
    }
}
