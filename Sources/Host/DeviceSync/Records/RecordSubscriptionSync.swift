import HostStorage
import JSON
import Logging
import TodayProtocol

/// Synchronizes the subscriptions of a container that apps request with the cloud, in idempotent steps: each is created
/// once, and one whose settings changed is deleted and created again.
struct RecordSubscriptionSync: Sendable {
    let sync: RecordSync
    let link: RecordLink
    let container: String

    private var store: DurableStore { sync.store }

    /// Creates and deletes subscriptions; throws ``RecordCallFailure`` if the cloud cannot do so now.
    func run() async throws {
        let all = try await store.read { [container] in try $0.recordSubscriptions(in: container) }
        for subscription in all where !subscription.isActive && subscription.error == nil {
            try await sync.checkCurrent(link)
            if let cloudID = subscription.cloudID { try await remove(subscription, cloudID, all) }
            guard let wanted = subscription.wanted else { continue }
            do {
                try await create(wanted, of: subscription.app)
            } catch let error as RecordCallFailure where error.kind == .refused {
                try await set(.refused(wanted, error.error), of: subscription.app)
                sync.logger.notice(
                    "The cloud refuses a subscription to records",
                    metadata: [
                        "app": "\(subscription.app)", "container": "\(container)", "reason": "\(error.error.message)",
                    ]
                )
            }
        }
    }

    private func remove(
        _ subscription: StoredRecordSubscription,
        _ cloudID: String,
        _ all: [StoredRecordSubscription]
    ) async throws {
        let isShared = all.contains { other in
            other.cloudID == cloudID && other.wanted != nil
                && (other.app, other.id) != (subscription.app, subscription.id)
        }
        // Another app of this device uses the same one.
        if !isShared { try await api(subscription.app).deleteSubscription(cloudID) }
        try await set(.removed(id: subscription.id), of: subscription.app)
    }

    private func create(_ wanted: RecordSubscription, of app: AppID) async throws {
        let api = api(app)
        var found: JSONValue
        do throws(RecordCallFailure) {
            found = try await createOrShare(wanted, api)
        } catch {
            guard error.error.code == .zoneNotFound, let zone = wanted.zone, zone != .default else { throw error }
            try await api.modify(zone, operation: "create")
            found = try await createOrShare(wanted, api)
        }
        if found["subscriptionID"]?.stringValue == wanted.id, RecordCoding.differs(found, from: wanted) {
            // The id belongs to earlier settings, perhaps of another device.
            try await api.deleteSubscription(wanted.id)
            found = try await createOrShare(wanted, api)
        }
        let id = found["subscriptionID"]?.stringValue.flatMap { RecordLimits.isName($0) ? $0 : nil }
        try await set(.created(wanted, cloudID: id ?? wanted.id), of: app)
    }

    /// Creates a subscription, or returns an existing one with the same settings, because a cloud permits a person only
    /// one query for the same changes; throws an `exists` failure if its settings are others.
    private func createOrShare(
        _ wanted: RecordSubscription,
        _ api: RecordAPI
    ) async throws(RecordCallFailure) -> JSONValue {
        do throws(RecordCallFailure) { return try await api.create(wanted) } catch {
            guard error.error.code == .internalError, wanted.kind == .query else { throw error }
            let duplicates = try await api.subscriptions().filter {
                !RecordCoding.differs($0, from: wanted, onlyChanges: true)
            }
            if let same = duplicates.first(where: { !RecordCoding.differs($0, from: wanted) }) { return same }
            guard let id = duplicates.first?["subscriptionID"]?.stringValue else { throw error }
            let message = "The subscription \(id) is notified of the same changes, with other settings."
            throw RecordCallFailure(.refused, RecordError(.exists, message))
        }
    }

    private func set(_ change: RecordSubscriptionChange, of app: AppID) async throws {
        let device = link.coding.device
        try await store.commit(.records(.setSubscription(app, container: container, device: device, change)))
    }

    private func api(_ app: AppID) -> RecordAPI { link.api(container, app.rawValue) }
}
