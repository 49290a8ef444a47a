import CloudStorage
import Foundation
import PrometheusMetrics

/// What a cloud counts while it works; the rest of its metrics is read where it is kept.
final class CloudMetrics: Sendable {
    let pushes = Counter()
    let deliveries: DeliveryMeter
    let requests = RequestCounts()

    init(now: @escaping @Sendable () -> Date) { deliveries = DeliveryMeter(now: now) }
}

extension Cloud {
    /// Returns the metrics of this process's cloud; without a backlog those that need the database are left out.
    ///
    /// No label has a name, an address or another text of a person: the number of values is the same for every cloud.
    func metricFamilies(backlog: CloudBacklog?, connections: Int) -> [MetricFamily] {
        deliveryMetrics(backlog) + streamMetrics(connections: connections) + databaseMetrics(isUp: backlog != nil)
            + workMetrics(backlog) + metrics.requests.metrics
    }

    private func deliveryMetrics(_ backlog: CloudBacklog?) -> [MetricFamily] {
        var families = [
            MetricFamily(
                "today_cloud_pushes_accepted_total",
                "Pushes that this node accepted, and scheduled ones that it began to send.",
                metrics.pushes
            ),
            MetricFamily(
                "today_cloud_events_written_total",
                "Events that were written to streams of devices.",
                metrics.deliveries.events
            ),
            MetricFamily(
                "today_cloud_delivery_lag_seconds",
                "The time from the acceptance of an event's push to its writing, for devices that were connected.",
                metrics.deliveries.lag
            ),
        ]
        guard let backlog else { return families }
        let lag = backlog.oldestPush.map { max(0, now().timeIntervalSince($0)) } ?? 0
        families += [
            MetricFamily(
                "today_cloud_fanout_waiting_pushes",
                .gauge,
                "Pushes in the database that have not reached all of their audience; at most \(CloudStore.backlogLimit).",
                Double(backlog.pushes)
            ),
            MetricFamily("today_cloud_fanout_lag_seconds", .gauge, "The age of the oldest of these pushes.", lag),
        ]
        return families
    }

    private func streamMetrics(connections: Int) -> [MetricFamily] {
        let devices = hub.counts
        return [
            MetricFamily(
                "today_cloud_device_streams",
                .gauge,
                "Open streams of devices.",
                [
                    .init(["protocol": "http1"], Double(devices.http1)),
                    .init(["protocol": "http2"], Double(devices.http2)),
                ]
            ),
            MetricFamily("today_cloud_topic_streams", .gauge, "Open streams of topics.", Double(topicHub.count)),
            MetricFamily(
                "today_cloud_courier_polls",
                .gauge,
                "Web clients that wait for the next notification of their records.",
                Double(courierHub.count)
            ),
            MetricFamily("today_cloud_http_connections", .gauge, "Open connections of clients.", Double(connections)),
        ]
    }

    private func databaseMetrics(isUp: Bool) -> [MetricFamily] {
        let text = "1 if the database answered within \(BacklogReader.timeLimit / .seconds(1)) seconds."
        return [MetricFamily("today_cloud_database_up", .gauge, text, isUp ? 1 : 0)] + store.metrics
    }

    private func workMetrics(_ backlog: CloudBacklog?) -> [MetricFamily] {
        var families = [
            MetricFamily(
                "today_cloud_lease_held",
                .gauge,
                "1 if this node does the work, which one node does at a time.",
                CloudWork.allCases.map { work in
                    .init(["work": work.rawValue], node?.isHolding(work) ?? true ? 1 : 0)
                }
            )
        ]
        if let node {
            families += [
                MetricFamily("today_cloud_hints_sent_total", "Hints that this node sent to others.", node.sentHints),
                MetricFamily("today_cloud_hints_received_total", "Hints of other nodes.", node.heardHints),
                MetricFamily(
                    "today_cloud_hints_connected",
                    .gauge,
                    "1 while this node hears the hints of others.",
                    node.hearsHints ? 1 : 0
                ),
            ]
        }
        guard let outbox = backlog?.outbox else { return families }
        families.append(
            MetricFamily(
                "today_cloud_outbox_waiting",
                .gauge,
                "Notifications in the database that wait for APNs and for webhooks; at most \(CloudStore.backlogLimit).",
                [
                    .init(["destination": "apns"], Double(outbox.apns)),
                    .init(["destination": "webhook"], Double(outbox.webhooks)),
                ]
            )
        )
        return families
    }
}
