public import FoundationEssentials
import JSON

/// The result of sending a notification to APNs.
public enum APNsOutcome: Hashable, Sendable {
    /// APNs has accepted it, under this id.
    case accepted(id: String?)
    /// The device no longer accepts notifications for this app: delete its token, unless it registered again after
    /// `since`.
    case unregistered(reason: String, since: Date?)
    /// It was not accepted now: send it again later, with a growing delay.
    case retry(reason: String)
    /// APNs rejects the key, the team or the topic, and would reject every other notification: correct them first.
    case misconfigured(reason: String)
    /// APNs rejects this notification, and would again.
    case refused(reason: String)

    /// Classifies a response of APNs with the header `apns-id`.
    ///
    /// The body is JSON with `reason`, and with `timestamp` in milliseconds if the status is 410.
    public init(status: Int, id: String?, body: [UInt8]) {
        guard status != 200 else {
            self = .accepted(id: id)
            return
        }
        let answer = try? JSONValue(parsing: body, depthLimit: 4)
        let text = answer?["reason"]?.stringValue ?? "status \(status)"
        switch APNsReason(rawValue: text)?.meaning ?? Self.meaning(of: status) {
        case .deviceIsGone:
            let milliseconds = answer?["timestamp"]?.numberValue
            let since = milliseconds.map { Date(timeIntervalSince1970: $0 / 1000) }
            self = .unregistered(reason: text, since: since)
        case .wrongConfiguration: self = .misconfigured(reason: text)
        case .later: self = .retry(reason: text)
        case .wrongNotification: self = .refused(reason: text)
        }
    }

    private static func meaning(of status: Int) -> APNsReason.Meaning {
        switch status {
        case 403: .wrongConfiguration
        case 410: .deviceIsGone
        case 408, 429, 500...599: .later
        default: .wrongNotification
        }
    }
}
