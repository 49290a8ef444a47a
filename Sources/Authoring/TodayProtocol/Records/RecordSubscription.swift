/// A subscription to changes of records: the app gets a push for each change that matches.
///
/// An app gets no push for a change that its own process on this device made. A widget is another process, so a
/// widget's save notifies its own app.
public struct RecordSubscription: Hashable, Sendable, Identifiable {
    /// The scope of a subscription.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// The records of a type that match the filters.
        case query
        /// Every record of a zone.
        case zone
    }

    /// A kind of change.
    public enum Change: String, Codable, Hashable, Comparable, Sendable, CaseIterable {
        /// A record was created.
        case created
        /// A record was changed.
        case updated
        /// A record was deleted.
        case deleted

        /// Compares the raw values.
        public static func < (left: Change, right: Change) -> Bool { left.rawValue < right.rawValue }
    }

    /// The id, unique in the container: 1 to 64 bytes without control characters.
    public var id: String
    /// The scope: the records of a type, or every record of a zone.
    public var kind: Kind
    /// The zone; `nil` for every zone, which only a query subscription may have.
    public var zone: ZoneName?
    /// The type of the records; `nil` for a zone subscription.
    public var type: String?
    /// The conditions on the records; empty for a zone subscription.
    public var filters: [RecordFilter]
    /// The changes that send a notification, at least one; every change for a zone subscription.
    public var firesOn: Set<Change>
    /// `true` if the subscription ends with its first notification.
    public var firesOnce: Bool
    /// The content and the effect of the notifications.
    public var notification: RecordNotificationInfo

    private init(id: String, kind: Kind, notification: RecordNotificationInfo) {
        self.id = id
        self.kind = kind
        self.notification = notification
        filters = []
        firesOn = Set(Change.allCases)
        firesOnce = false
    }

    /// Returns a subscription to the records of a type that match the filters, in a zone or, by default, in every zone.
    public static func query(
        _ id: String,
        type: String,
        filters: [RecordFilter] = [],
        firesOn: Set<Change> = Set(Change.allCases),
        firesOnce: Bool = false,
        zone: ZoneName? = nil,
        notification: RecordNotificationInfo = .silent
    ) -> RecordSubscription {
        var subscription = RecordSubscription(id: id, kind: .query, notification: notification)
        subscription.type = type
        subscription.filters = filters
        subscription.firesOn = firesOn
        subscription.firesOnce = firesOnce
        subscription.zone = zone
        return subscription
    }

    /// Returns a subscription to every record of a zone.
    public static func zone(
        _ id: String,
        _ zone: ZoneName,
        notification: RecordNotificationInfo = .silent
    ) -> RecordSubscription {
        var subscription = RecordSubscription(id: id, kind: .zone, notification: notification)
        subscription.zone = zone
        return subscription
    }
}

extension RecordSubscription: Codable {
    private enum CodingKeys: CodingKey { case id, kind, zone, type, filters, firesOn, firesOnce, notification }

    /// Decodes the wire format; members that are left out have the default values of
    /// ``query(_:type:filters:firesOn:firesOnce:zone:notification:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            kind: try container.decodeIfPresent(Kind.self, forKey: .kind) ?? .query,
            notification: try container.decodeIfPresent(RecordNotificationInfo.self, forKey: .notification) ?? .silent
        )
        zone = try container.decodeIfPresent(ZoneName.self, forKey: .zone)
        type = try container.decodeIfPresent(String.self, forKey: .type)
        filters = try container.decodeIfPresent([RecordFilter].self, forKey: .filters) ?? []
        firesOn = Set(try container.decodeIfPresent([Change].self, forKey: .firesOn) ?? Change.allCases)
        firesOnce = try container.decodeIfPresent(Bool.self, forKey: .firesOnce) ?? false
    }

    /// Encodes the wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(zone, forKey: .zone)
        try container.encodeIfPresent(type, forKey: .type)
        if !filters.isEmpty { try container.encode(filters, forKey: .filters) }
        if kind == .query { try container.encode(firesOn.sorted(), forKey: .firesOn) }
        if firesOnce { try container.encode(firesOnce, forKey: .firesOnce) }
        try container.encode(notification, forKey: .notification)
    }
}

/// The content and the effect of a subscription's notifications.
public struct RecordNotificationInfo: Hashable, Sendable {
    /// The text to show; nothing is shown if it is empty.
    public var alertBody: String?
    /// A key into the strings of the app's bundle, in place of a text.
    public var alertLocalizationKey: String?
    /// The names of the record's fields whose values replace the arguments of the localized string.
    ///
    /// A missing field is an empty text, and so is every field for a zone subscription.
    public var alertLocalizationArguments: [String]
    /// The name of the sound.
    public var soundName: String?
    /// The identifier of a notification category of the app.
    public var category: String?
    /// `true` if an alert starts the app, which then gets the push; a silent notification always does.
    public var startsApp: Bool

    /// Creates the information.
    public init(
        alertBody: String? = nil,
        alertLocalizationKey: String? = nil,
        alertLocalizationArguments: [String] = [],
        soundName: String? = nil,
        category: String? = nil,
        startsApp: Bool = true
    ) {
        self.alertBody = alertBody
        self.alertLocalizationKey = alertLocalizationKey
        self.alertLocalizationArguments = alertLocalizationArguments
        self.soundName = soundName
        self.category = category
        self.startsApp = startsApp
    }

    /// A notification that shows nothing and starts the app.
    public static let silent = RecordNotificationInfo()

    /// Returns a notification that shows a text and starts the app.
    public static func alert(_ body: String) -> RecordNotificationInfo { RecordNotificationInfo(alertBody: body) }
}

extension RecordNotificationInfo: Codable {
    private enum CodingKeys: CodingKey {
        case alertBody, alertLocalizationKey, alertLocalizationArguments, soundName, category, startsApp
    }

    /// Decodes the wire format; every member may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        alertBody = try container.decodeIfPresent(String.self, forKey: .alertBody)
        alertLocalizationKey = try container.decodeIfPresent(String.self, forKey: .alertLocalizationKey)
        alertLocalizationArguments =
            try container.decodeIfPresent([String].self, forKey: .alertLocalizationArguments) ?? []
        soundName = try container.decodeIfPresent(String.self, forKey: .soundName)
        category = try container.decodeIfPresent(String.self, forKey: .category)
        startsApp = try container.decodeIfPresent(Bool.self, forKey: .startsApp) ?? true
    }

    /// Encodes the wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(alertBody, forKey: .alertBody)
        try container.encodeIfPresent(alertLocalizationKey, forKey: .alertLocalizationKey)
        if !alertLocalizationArguments.isEmpty {
            try container.encode(alertLocalizationArguments, forKey: .alertLocalizationArguments)
        }
        try container.encodeIfPresent(soundName, forKey: .soundName)
        try container.encodeIfPresent(category, forKey: .category)
        try container.encode(startsApp, forKey: .startsApp)
    }
}

/// A subscription of the app and its state in the cloud.
public struct RecordSubscriptionState: Codable, Hashable, Sendable, Identifiable {
    /// The subscription with the settings that the app set.
    public var subscription: RecordSubscription
    /// `true` if the cloud has the subscription; otherwise the host creates it when the cloud can be reached.
    public var isActive: Bool
    /// The error with which the cloud refused it; the host tries again when its settings change.
    public var error: RecordError?

    /// Creates a state.
    public init(subscription: RecordSubscription, isActive: Bool, error: RecordError? = nil) {
        self.subscription = subscription
        self.isActive = isActive
        self.error = error
    }

    /// The subscription's id.
    public var id: String { subscription.id }
}

/// The part of a push that identifies the changed record.
public struct RecordNotification: Codable, Hashable, Sendable {
    /// The kind of change.
    public enum Reason: String, Codable, Hashable, Sendable {
        /// A record was created.
        case created
        /// A record was changed.
        case updated
        /// A record was deleted.
        case deleted
        /// Something in the zone changed: fetch the changes.
        case zoneChanged
    }

    /// The container.
    public var container: String
    /// The zone.
    public var zone: ZoneName
    /// The record; `nil` for a change of the whole zone.
    public var recordName: RecordName?
    /// The id of the subscription.
    public var subscriptionID: String
    /// The kind of change.
    public var reason: Reason

    /// Creates a notification.
    public init(
        container: String,
        zone: ZoneName,
        recordName: RecordName?,
        subscriptionID: String,
        reason: Reason
    ) {
        self.container = container
        self.zone = zone
        self.recordName = recordName
        self.subscriptionID = subscriptionID
        self.reason = reason
    }
}
