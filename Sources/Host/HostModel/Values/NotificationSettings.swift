package import FoundationEssentials
package import TodayProtocol

/// The notification settings of an app: the options that it requested and those that the person allows.
package struct AppNotificationSettings: Codable, Hashable, Sendable {
    package var app: AppID
    package var authorization: NotificationSettings.Authorization
    /// All options that the app has ever requested.
    package var wanted: Set<NotificationAuthorizationOption>
    /// The options that the person allows, which apply while the app is authorized.
    package var allowed: Set<NotificationAuthorizationOption>
    /// The options about which the person has decided.
    package var answered: Set<NotificationAuthorizationOption>
    /// The style of alerts, unless they are delivered quietly.
    package var alertStyle: NotificationAlertStyle
    /// `true` if notifications only appear in the list, without banner, alert, sound or change of the badge.
    package var isQuiet: Bool

    package init(
        app: AppID,
        authorization: NotificationSettings.Authorization,
        wanted: Set<NotificationAuthorizationOption>,
        allowed: Set<NotificationAuthorizationOption>,
        answered: Set<NotificationAuthorizationOption> = [],
        alertStyle: NotificationAlertStyle = .banner,
        isQuiet: Bool = false
    ) {
        self.app = app
        self.authorization = authorization
        self.wanted = wanted
        self.allowed = allowed
        self.answered = answered
        self.alertStyle = alertStyle
        self.isQuiet = isQuiet
    }

    package var unanswered: Set<NotificationAuthorizationOption> { wanted.subtracting(answered) }

    package var inForce: NotificationSettings {
        let allowed = authorization == .authorized ? allowed : []
        return NotificationSettings(
            authorization: authorization,
            allowed: allowed,
            alertStyle: isQuiet || !allowed.contains(.alert) ? NotificationAlertStyle.none : alertStyle
        )
    }

    /// The settings with those of built-in apps, which want everything without asking, and are allowed it until the person
    /// decides.
    package var effective: AppNotificationSettings {
        guard BuiltInApp.title(of: app) != nil else { return self }
        let all = Set(NotificationAuthorizationOption.allCases)
        var settings = self
        (settings.wanted, settings.answered) = (all, all)
        guard authorization == .notDetermined else { return settings }
        (settings.authorization, settings.allowed) = (.authorized, all)
        return settings
    }
}

/// The notification settings of an app with its name.
package struct AppNotificationDescription: Codable, Hashable, Sendable {
    package var title: String
    package var settings: AppNotificationSettings

    package init(title: String, settings: AppNotificationSettings) {
        self.title = title
        self.settings = settings
    }
}

/// The hours of each day in which notifications go to the list only, unless they are time-sensitive.
///
/// They are local times in the person's time zone: a time that the clocks skip does not occur, and one that they repeat
/// occurs twice. On the wire and in the store: `{"isOn": true, "from": "22:00", "to": "07:00"}`.
package struct QuietHours: Hashable, Sendable {
    /// The key of the setting in which they are stored.
    package static let key = "notifications.quietHours"
    /// The default until the person chooses: off, but from 22:00 to 07:00 once they are switched on.
    package static let initial = QuietHours(isOn: false, from: 22 * 60, to: 7 * 60)
    private static let day = 24 * 60

    package var isOn: Bool
    /// The first minute, counted from midnight.
    package var from: Int
    /// The minute at which they end; if it is before ``from``, it is on the next day.
    package var to: Int

    /// Creates quiet hours from minutes of the day, 0 to 1439.
    package init(isOn: Bool, from: Int, to: Int) {
        self.isOn = isOn
        self.from = from
        self.to = to
    }

    /// Parses quiet hours such as `22:00-07:00`, which are switched on; `nil` if both times are the same.
    package init?(_ text: String) {
        let times = text.split(separator: "-", omittingEmptySubsequences: false).map { Self.minute(String($0)) }
        guard times.count == 2, let from = times[0], let to = times[1], from != to else { return nil }
        self.init(isOn: true, from: from, to: to)
    }

    /// The hours in the form that ``init(_:)`` parses.
    package var text: String { "\(Self.text(from))-\(Self.text(to))" }

    package func contains(_ date: Date, in zone: TimeZone) -> Bool {
        guard isOn else { return false }
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        let minutes = Int((seconds / 60).rounded(.down))
        let minute = (minutes % Self.day + Self.day) % Self.day
        return from < to ? (from..<to).contains(minute) : minute >= from || minute < to
    }

    /// Parses a time of day such as `07:00`, with two digits for each part.
    package static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    package static func text(_ minute: Int) -> String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

extension QuietHours: Codable {
    private enum CodingKeys: CodingKey { case isOn, from, to }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func minute(_ key: CodingKeys) throws -> Int {
            guard let minute = Self.minute(try container.decode(String.self, forKey: key)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key,
                    in: container,
                    debugDescription: "a time of day is hours and minutes, such as 07:00"
                )
            }
            return minute
        }
        self.init(
            isOn: try container.decode(Bool.self, forKey: .isOn),
            from: try minute(.from),
            to: try minute(.to)
        )
        guard from != to else {
            throw DecodingError.dataCorruptedError(
                forKey: .to,
                in: container,
                debugDescription: "quiet hours begin and end at different times"
            )
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isOn, forKey: .isOn)
        try container.encode(Self.text(from), forKey: .from)
        try container.encode(Self.text(to), forKey: .to)
    }
}

/// The state of the passcode for a surface.
package struct PasscodeState: Codable, Hashable, Sendable {
    package var isSet: Bool
    /// `true` if this surface was unlocked within the last minute.
    package var isUnlocked: Bool
    /// Time from which the next guess is possible after wrong ones; `nil` if it is possible now.
    package var nextTry: Date?

    package init(isSet: Bool, isUnlocked: Bool, nextTry: Date?) {
        self.isSet = isSet
        self.isUnlocked = isUnlocked
        self.nextTry = nextTry
    }
}
