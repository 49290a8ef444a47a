package import HostStorage
import JSON
import NetworkAddresses
import Notifications
package import TodayProtocol

/// Makes of a cloud's events what the store does with them.
///
/// It is pure: the same events make the same operations. What is malformed, and what is for an app that is not
/// here, only moves the number of the last event, so that nothing a sender writes stops what comes behind it.
package struct CloudEventTranslator: Sendable {
    /// The name of the cloud's database, to which the numbers belong.
    private let epoch: String
    private let facts: @Sendable (AppID) -> PushAppInfo?
    private let links: TopicLinkValidator

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - epoch: The name of the cloud's database.
    ///   - isAppsAddress: Whether an installed app opens an address.
    ///   - facts: What is known of an app; none of one that is not installed.
    package init(
        epoch: String,
        isAppsAddress: @escaping @Sendable (String) -> Bool,
        facts: @escaping @Sendable (AppID) -> PushAppInfo?
    ) {
        self.epoch = epoch
        self.facts = facts
        links = TopicLinkValidator(isApps: isAppsAddress)
    }

    /// What the store does with an event; all of it belongs into one commit.
    package func operations(for event: CloudEvent) -> [StoreOperation] {
        guard let sequence = event.sequence else { return [] }
        let took = StoreOperation.cloud(.took(sequence: sequence, epoch: epoch))
        guard let json = try? JSONValue(parsing: event.data, depthLimit: 32) else { return [took] }
        switch event.kind {
        case "push":
            guard let push = RemotePush(json: json), let facts = facts(push.app) else { return [took] }
            return [.cloud(.receivePush(push.order(facts, sequence: sequence, epoch: epoch)))]
        case "inbox":
            guard let app = json["app"]?.stringValue.map({ AppID($0) }), facts(app) != nil else { return [took] }
            return [.cloud(.inboxStale(app)), took]
        case "topic":
            guard let message = RemoteTopicMessage(json: json, links: links) else { return [took] }
            return [.cloud(.receiveTopicMessage(message.order(sequence: sequence, epoch: epoch)))]
        default: return [took]
        }
    }

    /// What the store does with an event that it refused to take in.
    package func passing(_ event: CloudEvent) -> [StoreOperation] {
        event.sequence.map { [.cloud(.took(sequence: $0, epoch: epoch))] } ?? []
    }
}

/// What has to be known of an installed app to take in its pushes.
package struct PushAppInfo: Hashable, Sendable {
    /// Its name, for a notification without a title.
    package var title: String
    /// Its URL schemes; the first one opens it.
    package var schemes: [String]

    /// Describes an app.
    package init(title: String, schemes: [String]) {
        self.title = title
        self.schemes = schemes
    }

    /// The address that opens a message, `SCHEME://message/ID`.
    func address(of message: MessageID) -> String? { schemes.first.map { "\($0)://message/\(message)" } }

    /// Whether a sender may have an address opened: the app's own, or one that leads out of Today.
    func mayOpen(_ address: String) -> Bool {
        guard let colon = address.firstIndex(of: ":"), address.utf8.count <= 2048 else { return false }
        let scheme = address[..<colon].lowercased()
        return URLScheme.external.contains(scheme) || schemes.contains { $0.lowercased() == scheme }
    }
}
