import Crypto
import FoundationEssentials
import HostStorage
import JSON
import Notifications
package import TodayProtocol

/// The properties of an app that are needed to parse notifications about records.
package struct RecordAppInfo: Hashable, Sendable {
    package var app: AppID
    /// The app's name, used as the title of a notification.
    package var title: String

    package init(app: AppID, title: String) {
        self.app = app
        self.title = title
    }
}

/// Parses the `record` events of a cloud, each of which announces a change of a record that matches a subscription.
struct RecordNotificationParser {
    private static let reasons: [Int: RecordNotification.Reason] = [1: .created, 2: .updated, 3: .deleted]
    /// Number of bytes after which a text is cut.
    private static let textLimit = 4096

    /// The host's device id in the cloud.
    let device: String
    let now: Date
    /// Returns the installed apps with a container.
    let apps: @Sendable (String) -> [RecordAppInfo]

    /// Returns the operations of an event, none if it is malformed: a push for each app, except the app whose own
    /// process made the change on this device.
    func operations(_ json: JSONValue, sequence: Int64, epoch: String) -> [StoreOperation] {
        guard json["environment"] == "production", let container = name(json["container"]),
            let ck = json["notification"]?["ck"], let notification = notification(ck, container),
            let id = ck["nid"]?.stringValue, (1...64).contains(id.utf8.count), RecordLimits.isName(id)
        else { return [] }
        let origin = json["origin"]
        let maker = origin?["device"]?.stringValue == device ? origin?["process"]?.stringValue : nil
        let push = Push(
            id: Self.pushID(of: id, to: notification.subscriptionID),
            sent: now,
            records: notification,
            isSilent: true
        )
        let pushes = apps(container).filter { $0.app.rawValue != maker }.map { app in
            StoreOperation.cloud(
                .receivePush(received(push, for: app, json["notification"]?["aps"], sequence: sequence, epoch: epoch))
            )
        }
        return pushes + [
            .records(.subscriptionFired(container: container, cloudID: notification.subscriptionID)),
            .cloud(.advanceCursor(sequence: sequence, epoch: epoch)),
        ]
    }

    private func notification(_ ck: JSONValue, _ container: String) -> RecordNotification? {
        let query = ck["qry"]
        guard let about = query ?? ck["fet"], let subscription = name(about["sid"]), let zone = name(about["zid"])
        else { return nil }
        let record = name(about["rid"]).map { RecordName($0) }
        let reason = about["fo"]?.integerValue.flatMap { Self.reasons[$0] }
        guard query == nil || record != nil && reason != nil else { return nil }
        return RecordNotification(
            container: container,
            zone: ZoneName(zone),
            recordName: query == nil ? nil : record,
            subscriptionID: subscription,
            reason: query == nil ? .zoneChanged : reason ?? .zoneChanged
        )
    }

    private func received(
        _ push: Push,
        for app: RecordAppInfo,
        _ aps: JSONValue?,
        sequence: Int64,
        epoch: String
    ) -> ReceivedPush {
        var push = push
        let request = self.request(aps, push, app)
        push.alert = alert(aps)
        push.isSilent = request == nil
        let startsApp = aps?["content-available"]?.integerValue == 1 || aps?["content-available"] == true
        return ReceivedPush(
            app: app.app,
            push: push,
            request: request,
            // A push without a notification to show exists to start the app.
            wakes: startsApp || request == nil,
            sequence: sequence,
            epoch: epoch
        )
    }

    /// Returns the notification for an alert; `nil` if the alert has nothing to show.
    private func request(_ aps: JSONValue?, _ push: Push, _ app: RecordAppInfo) -> NotificationRequest? {
        guard let aps, let body = body(aps["alert"]) else { return nil }
        var content = NotificationContent(title: text(aps["alert"]?["title"]).map { .text($0) } ?? .text(app.title))
        content.body = body
        content.sound = aps["sound"]?.stringValue.map { $0.contains(".") ? .default : NotificationSound(rawValue: $0) }
        content.categoryIdentifier = aps["category"]?.stringValue
        content.userInfo = push.records.map { records in
            var info: [String: PropertyValue] = [
                "push_id": .string(push.id), "container": .string(records.container),
                "zone": .string(records.zone.rawValue), "subscription": .string(records.subscriptionID),
            ]
            info["record"] = records.recordName.map { .string($0.rawValue) }
            return info
        }
        let request = NotificationRequest(identifier: push.id, content: content)
        if (try? request.check()) != nil { return request }
        // Optional parts with a mistake are dropped; the text is kept.
        var plain = NotificationContent(title: .text(app.title), body: body)
        plain.userInfo = content.userInfo
        let fallback = NotificationRequest(identifier: push.id, content: plain)
        return (try? fallback.check()) == nil ? nil : fallback
    }

    private func body(_ alert: JSONValue?) -> LocalizableText? {
        if let key = text(alert?["loc-key"]) {
            let arguments = alert?["loc-args"]?.arrayValue ?? []
            return .key(key, arguments: arguments.prefix(16).map { .text(String(($0.stringValue ?? "").prefix(256))) })
        }
        return text(alert).map { .text($0) } ?? text(alert?["body"]).map { .text($0) }
    }

    private func alert(_ aps: JSONValue?) -> Push.Alert? {
        let alert = Push.Alert(
            title: text(aps?["alert"]?["title"]),
            body: text(aps?["alert"]) ?? text(aps?["alert"]?["body"])
        )
        return alert == Push.Alert() ? nil : alert
    }

    /// Returns a text shortened to the limit; `nil` if it has only white space.
    private func text(_ json: JSONValue?) -> String? {
        guard let text = json?.stringValue, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text.utf8.count <= Self.textLimit ? text : String(text.prefix(Self.textLimit / 4))
    }

    private func name(_ json: JSONValue?) -> String? {
        json?.stringValue.flatMap { RecordLimits.isName($0) ? $0 : nil }
    }

    /// Returns the id of a push, which is equal on all of the person's devices: each subscription that a change matches
    /// announces it with the same notification id.
    private static func pushID(of notification: String, to subscription: String) -> String {
        SHA256.hash(data: Data("\(notification)\n\(subscription)".utf8)).hexadecimalDigits
    }
}
