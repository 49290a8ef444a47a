public import FoundationEssentials

/// A notification for one device: its payload, and how APNs delivers it.
public struct APNsNotification: Hashable, Sendable {
    /// What a notification is for (`apns-push-type`).
    public enum PushType: String, Hashable, Sendable, CaseIterable {
        /// It shows or sounds something.
        case alert
        /// It starts the app in the background.
        case background
        /// It asks for the location.
        case location
        /// It announces a call.
        case voip
        /// It updates a complication.
        case complication
        /// It tells of changed files.
        case fileprovider
        /// It contacts the management of a device.
        case mdm
        /// It updates a Live Activity.
        case liveActivity = "liveactivity"
        /// It announces speech.
        case pushToTalk = "pushtotalk"
        /// It updates controls.
        case controls
        /// It updates widgets.
        case widgets

        /// What the topic has behind the app's bundle identifier.
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

    /// When a device should receive it (`apns-priority`).
    public enum Priority: Int, Hashable, Sendable, CaseIterable {
        /// When it suits the battery, and without waking the device.
        case idle = 1
        /// When it suits the battery.
        case low = 5
        /// At once.
        case high = 10
    }

    /// The largest length of ``collapseID``, in bytes.
    public static let maximumCollapseIDLength = 64

    /// The bundle identifier of the app.
    public var topic: String
    /// What it is for.
    public var type: PushType
    /// What the app receives.
    public var payload: APNsPayload
    /// When a device should receive it; a notification of the type `background` never has ``Priority/high``.
    public var priority: Priority
    /// Until when APNs keeps it for a device that is offline; `nil` to try once.
    public var expiration: Date?
    /// Replaces a notification with the same id on the device; at most ``maximumCollapseIDLength`` bytes.
    public var collapseID: String?
    /// Identifies it in APNs' answer; `nil` for an id of APNs.
    public var id: UUID?

    /// Makes a notification.
    ///
    /// - Parameters:
    ///   - topic: The bundle identifier of the app, without the suffix of the type.
    ///   - payload: What the app receives.
    ///   - type: What it is for; `nil` for `background` if the payload is silent, and `alert` otherwise.
    public init(topic: String, payload: APNsPayload, type: PushType? = nil) {
        self.topic = topic
        self.payload = payload
        self.type = type ?? (payload.isSilent ? .background : .alert)
        priority = self.type == .background ? .low : .high
    }

    /// The headers besides `authorization`.
    ///
    /// - Throws: ``APNsError`` with code `invalidNotification` if the topic or the collapse id cannot be sent.
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
