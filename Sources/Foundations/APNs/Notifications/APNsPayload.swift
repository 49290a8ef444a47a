public import JSON
import PushEncoding

/// The payload of a notification: the dictionary `aps` and the app's own keys.
public struct APNsPayload: Hashable, Sendable {
    /// The largest payload in bytes.
    public static let maximumLength = 4096
    /// The largest payload of a VoIP notification in bytes.
    public static let maximumVoIPLength = 5120

    /// The importance of a notification, which determines how it interrupts the person.
    public enum InterruptionLevel: String, Hashable, Sendable, CaseIterable {
        /// Added to the list silently.
        case passive
        /// Shown at once, with its sound.
        case active
        /// Shown even if a Focus is on.
        case timeSensitive = "time-sensitive"
        /// Shown and played even if the phone is silenced.
        case critical
    }

    /// The sound of a notification.
    public struct Sound: Hashable, Sendable {
        /// The name of a file in the app, or `default`.
        public var name: String
        /// `true` if it is a critical alert, which sounds on a silenced phone.
        public var isCritical: Bool
        /// The volume of a critical alert, 0 to 1.
        public var volume: Double?

        /// Creates a sound.
        public init(_ name: String, isCritical: Bool = false, volume: Double? = nil) {
            self.name = name
            self.isCritical = isCritical
            self.volume = volume
        }
    }

    /// The text, or `nil` for a silent notification.
    public var alert: APNsAlert?
    /// The number on the app's icon; 0 removes it, `nil` leaves it unchanged.
    public var badge: Int?
    /// The sound.
    public var sound: Sound?
    /// The category, which determines the buttons.
    public var category: String?
    /// The identifier by which notifications are grouped.
    public var threadID: String?
    /// `true` if the app is started in the background (`content-available`).
    public var isContentAvailable = false
    /// `true` if an extension of the app may change the notification before it is shown (`mutable-content`).
    public var isMutable = false
    /// The interruption level.
    public var interruptionLevel: InterruptionLevel?
    /// The relevance in a summary, 0 to 1.
    public var relevanceScore: Double?
    /// The identifier of the window that it opens.
    public var targetContentID: String?
    /// The criteria by which the phone decides whether to show it in the current Focus.
    public var filterCriteria: String?
    /// The app's own keys; `aps` is ignored.
    public var custom: [String: JSONValue] = [:]

    /// Creates an empty payload.
    public init() {}

    /// `true` if it shows nothing and makes no sound.
    public var isSilent: Bool { alert == nil && badge == nil && sound == nil }

    /// Encodes the payload, and shortens the alert if the payload would be too large.
    ///
    /// First the body is shortened, then the subtitle, then the title, each after a whole character and with an ellipsis.
    ///
    /// - Returns: JSON in UTF-8, of at most `limit` bytes.
    /// - Throws: ``APNsError`` with code `invalidNotification` if it is empty, or too large even without the texts.
    public func encoded(limit: Int = APNsPayload.maximumLength) throws(APNsError) -> [UInt8] {
        guard !isSilent || isContentAvailable else {
            throw APNsError(.invalidNotification, "The notification neither shows anything nor starts the app.")
        }
        if let bytes = bytes(within: limit) { return bytes }
        var shorter = self
        for part in [\APNsAlert.body, \.subtitle, \.title] {
            guard let text = alert?[keyPath: part] else { continue }
            let bytes = ShortenedText.encode(text, limit: limit) { beginning in
                shorter.alert?[keyPath: part] = beginning
                return shorter.bytes(within: limit)
            }
            if let bytes { return bytes }
            shorter.alert?[keyPath: part] = nil
        }
        throw APNsError(.invalidNotification, "The notification is larger than \(limit) bytes without its texts.")
    }

    private func bytes(within limit: Int) -> [UInt8]? {
        guard alert.map({ $0.textLength <= limit }) ?? true else { return nil }
        let bytes = json.jsonBytes(sortsNames: true)
        return bytes.count <= limit ? bytes : nil
    }

    private var json: JSONValue {
        let texts = [
            "category": category, "thread-id": threadID, "interruption-level": interruptionLevel?.rawValue,
            "target-content-id": targetContentID, "filter-criteria": filterCriteria,
        ]
        var aps = texts.compactMapValues { $0.map(JSONValue.string) }
        aps["alert"] = alert?.json
        aps["badge"] = badge.map { .integer(max($0, 0)) }
        aps["sound"] = sound.map(Self.json)
        aps["relevance-score"] = relevanceScore.map { .real(min(max($0, 0), 1)) }
        if isContentAvailable { aps["content-available"] = 1 }
        if isMutable { aps["mutable-content"] = 1 }
        return .object(custom.merging(["aps": .object(aps)]) { $1 })
    }

    private static func json(_ sound: Sound) -> JSONValue {
        guard sound.isCritical else { return .string(sound.name) }
        return ["critical": 1, "name": .string(sound.name), "volume": .real(min(max(sound.volume ?? 1, 0), 1))]
    }
}
