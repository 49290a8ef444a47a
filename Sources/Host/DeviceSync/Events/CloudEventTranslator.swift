import FoundationEssentials
import HostModel
package import HostStorage
import JSON
import NetworkAddresses
package import ServerSentEvents
import TodayProtocol

/// Translates events of a cloud into store operations, as a pure function; a malformed event, or one for an app that is
/// not installed, only advances the cursor, so that no sender can block later events.
package struct CloudEventTranslator: Sendable {
    /// Name of the cloud's database to which the event numbers belong.
    let epoch: String
    // ``DeviceLinkDependencies`` describes what it asks about apps.
    let isAppsAddress: @Sendable (String) -> Bool
    let appInfo: @Sendable (AppID) -> PushAppInfo?
    /// The host's device id in the cloud.
    var device = ""
    var recordApps: @Sendable (String) -> [RecordAppInfo] = { _ in [] }
    var keepsRecords: @Sendable (AppID) -> Bool = { _ in false }
    /// The time at which the events arrived, since those about records have no date of their own.
    var now = Date()

    package func operations(for event: ServerSentEvent) -> [StoreOperation] {
        guard let sequence = event.sequence else { return [] }
        let advance = StoreOperation.cloud(.advanceCursor(sequence: sequence, epoch: epoch))
        guard let json = try? JSONValue(parsing: event.bytes, depthLimit: 32) else { return [advance] }
        switch event.name {
        case "push":
            let push = ReceivedPushParser.push(json, sequence: sequence, epoch: epoch, appInfo: appInfo)
            return [push.map { .cloud(.receivePush($0)) } ?? advance]
        case "inbox":
            guard let app = json["app"]?.stringValue.map({ AppID($0) }), appInfo(app) != nil else { return [advance] }
            return [.cloud(.inboxStale(app)), advance]
        case "answered":
            guard let app = json["app"]?.stringValue.map({ AppID($0) }),
                app == TopicsApp.id || appInfo(app) != nil || keepsRecords(app),
                let push = json["push_id"]?.stringValue, (1...128).contains(push.utf8.count)
            else { return [advance] }
            return [.cloud(.pushAnswered(app, id: push, sequence: sequence, epoch: epoch))]
        case "topic":
            let links = TopicLinkValidator(isApps: isAppsAddress)
            guard let message = TopicMessageParser(json: json, links: links) else { return [advance] }
            return [.cloud(.receiveTopicMessage(message.received(sequence: sequence, epoch: epoch)))]
        case "record":
            let records = RecordNotificationParser(device: device, now: now, apps: recordApps)
            let operations = records.operations(json, sequence: sequence, epoch: epoch)
            return operations.isEmpty ? [advance] : operations
        default: return [advance]
        }
    }

    package func operationsToSkip(_ event: ServerSentEvent) -> [StoreOperation] {
        event.sequence.map { [.cloud(.advanceCursor(sequence: $0, epoch: epoch))] } ?? []
    }
}

package struct PushAppInfo: Hashable, Sendable {
    package var title: String
    /// The app's URL schemes; the first one opens it.
    package var schemes: [String]

    package init(title: String, schemes: [String]) {
        self.title = title
        self.schemes = schemes
    }

    /// Returns the address that opens a message, `SCHEME://message/ID`; `nil` if the app has no scheme.
    func address(of message: MessageID) -> String? { schemes.first.map { "\($0)://message/\(message)" } }

    /// Returns `true` if a notification of the app may open an address: one of the app's schemes, or one outside Today.
    func mayOpen(_ address: String) -> Bool {
        guard let colon = address.firstIndex(of: ":"), address.utf8.count <= 2048 else { return false }
        let scheme = address[..<colon].lowercased()
        return URLScheme.external.contains(scheme) || schemes.contains { $0.lowercased() == scheme }
    }
}
