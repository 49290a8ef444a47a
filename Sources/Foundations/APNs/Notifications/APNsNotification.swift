public import FoundationEssentials

/// A notification for one device: its payload and the options of its delivery.
public struct APNsNotification: Hashable, Sendable {
    /// The purpose of a notification (`apns-push-type`).
    public enum PushType: String, Hashable, Sendable, CaseIterable {
        /// It shows an alert, plays a sound or sets a badge.
        case alert
        /// It starts the app in the background.
        case background
        /// It requests the location.
        case location
        /// It announces a call.
        case voip
        /// It updates a complication.
        case complication
        /// It reports changed files.
        case fileprovider
        /// It contacts a device's MDM client.
        case mdm
        /// It updates a Live Activity.
        case liveActivity = "liveactivity"
        /// It announces speech in Push to Talk.
        case pushToTalk = "pushtotalk"
        /// It updates controls.
        case controls
        /// It updates widgets.
        case widgets

        /// The suffix that the topic has after the app's bundle identifier.
        var topicSuffix: String {
            switch self {
            case .alert, .background, .mdm: ""
            case .location: ".location-query"
            case .voip: ".voip"
            case .complication: ".complication"
            case .fileprovider: ".pushkit.fileprovider"
            case .liveActivity: ".push-type.liveactivity"
            case .pushToTalk: ".voip-ptt"
            case .controls: ".push-type.controls"
            case .widgets: ".push-type.widgets"
            }
        }
    }

    /// The time at which a device should receive it (`apns-priority`).
    public enum Priority: Int, Hashable, Sendable, CaseIterable {
        /// As power consumption allows, without waking the device.
        case idle = 1
        /// As power consumption allows.
        case low = 5
        /// At once.
        case high = 10
    }

    /// The largest length of ``collapseID``, in bytes.
    public static let maximumCollapseIDLength = 64

    /// The bundle identifier of the app.
    public var topic: String
    /// The purpose.
    public var type: PushType
    /// The payload, which the app receives.
    public var payload: APNsPayload
    /// The priority; a notification of the type `background` never has ``Priority/high``.
    public var priority: Priority
    /// The time until which APNs keeps it for a device that is offline; `nil` for a single attempt.
    public var expiration: Date?
    /// The id under which it replaces an earlier notification on the device; at most ``maximumCollapseIDLength`` bytes.
    public var collapseID: String?
    /// The id that APNs returns in its response; `nil` to have APNs assign one.
    public var id: UUID?

    /// Creates a notification for the app with a bundle identifier, without the suffix of the type.
    ///
    /// Without a type it is `background` if the payload is silent, and `alert` otherwise.
    public init(topic: String, payload: APNsPayload, type: PushType? = nil) {
        self.topic = topic
        self.payload = payload
        self.type = type ?? (payload.isSilent ? .background : .alert)
        priority = self.type == .background ? .low : .high
    }

    /// The headers besides `authorization`; throws `invalidNotification` if the topic or the collapse id cannot be
    /// sent.
    func headers() throws(APNsError) -> [(String, String)] {
        guard !topic.isEmpty, topic.utf8.count <= 255, topic.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APNsError(.invalidNotification, "The topic is not a bundle identifier.")
        }
        let allowed = type == .background && priority == .high ? Priority.low : priority
        var headers = [
            ("apns-topic", topic + type.topicSuffix), ("apns-push-type", type.rawValue),
            ("apns-priority", "\(allowed.rawValue)"),
            ("apns-expiration", "\(expiration.map { max(0, Int($0.timeIntervalSince1970)) } ?? 0)"),
        ]
        if let collapseID {
            guard (1...Self.maximumCollapseIDLength).contains(collapseID.utf8.count),
                collapseID.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { throw APNsError(.invalidNotification, "The collapse id does not have 1 to 64 ASCII characters.") }
            headers.append(("apns-collapse-id", collapseID))
        }
        if let id { headers.append(("apns-id", id.uuidString.lowercased())) }
        return headers
    }
}
