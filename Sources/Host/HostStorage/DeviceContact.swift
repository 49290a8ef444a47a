package import FoundationEssentials

/// When a device was last seen, how often it is usually seen, and whether it has been silent for longer than that.
///
/// A device is seen when a page or the service worker of its browser asks the host for something. A push service that accepts
/// a push is no sign of the device.
package struct DeviceContact: Codable, Hashable, Sendable {
    /// The usual gap of a device that was seen only once, in seconds.
    package static let firstGap = 86_400.0
    /// The longest usual gap, in seconds, so that one long absence or a wrong clock does not excuse silence for good.
    package static let longestGap = 30 * 86_400.0
    /// How long any device may be silent, in seconds.
    package static let leastSilence = 86_400.0
    /// How many usual gaps a device may be silent.
    package static let gapsOfSilence = 3.0
    /// How much of the usual gap is left after another day on which the device was seen at shorter intervals.
    package static let decay = 0.9
    /// How long after it was seen a device counts as in use, in seconds; open pages are recorded every five minutes.
    package static let presence = 600.0

    /// What the table of sessions has of it besides `lastSeen`.
    static let schema = """
        ALTER TABLE session ADD COLUMN usualGap INTEGER NOT NULL DEFAULT 86400000;
        ALTER TABLE session ADD COLUMN pushesEnded INTEGER;
        ALTER TABLE session ADD COLUMN isSilenceDismissed INTEGER NOT NULL DEFAULT 0
            CHECK (isSilenceDismissed IN (0, 1));
        """

    /// When the device was last seen, to a few minutes.
    package private(set) var lastSeen: Date
    /// The longest recent time between two contacts, in seconds.
    package private(set) var usualGap: TimeInterval
    /// When the push service ended the device's subscription; `nil` if it did not, or if the device was seen since.
    package private(set) var pushesEnded: Date?
    /// Whether a person has dismissed the notice of this silence.
    package private(set) var isSilenceDismissed: Bool

    package init(
        lastSeen: Date,
        usualGap: TimeInterval = firstGap,
        pushesEnded: Date? = nil,
        isSilenceDismissed: Bool = false
    ) {
        self.lastSeen = lastSeen
        self.usualGap = usualGap
        self.pushesEnded = pushesEnded
        self.isSilenceDismissed = isSilenceDismissed
    }

    /// Records that the device was seen, which ends its silence.
    ///
    /// The usual gap shrinks once a day on which the device is seen, down to the gap that ends here. If the clock was set
    /// back the date stays: by a clock that is right again, the device would not have been seen for long.
    package mutating func record(at now: Date) {
        let isNewDay = Self.day(of: now) > Self.day(of: lastSeen)
        usualGap = max(isNewDay ? usualGap * Self.decay : usualGap, now.timeIntervalSince(lastSeen))
        usualGap = min(usualGap, Self.longestGap)
        lastSeen = max(lastSeen, now)
        pushesEnded = nil
        isSilenceDismissed = false
    }

    /// When the silence becomes longer than expected, unless the device is seen before.
    ///
    /// Pushes do not reach a device whose subscription the push service has ended, so its silence is not waited for.
    package var silentFrom: Date {
        let usual = lastSeen + max(Self.leastSilence, Self.gapsOfSilence * usualGap)
        guard let pushesEnded else { return usual }
        return min(usual, max(pushesEnded, lastSeen + Self.presence))
    }

    /// Whether the device has been silent for longer than expected.
    package func isSilent(at now: Date) -> Bool { now >= silentFrom }

    /// Whether the screen reports the silence.
    package func isReported(at now: Date) -> Bool { isSilent(at: now) && !isSilenceDismissed }

    private static func day(of date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }
}

extension DeviceContact {
    /// The usual gap in whole hours or days, rounded up.
    package enum RoundedGap: Hashable, Sendable {
        /// Less than a day.
        case hours(Int)
        case days(Int)
    }

    /// The usual gap as people are told it.
    package var roundedGap: RoundedGap {
        let hours = max(1, Int((usualGap / 3600).rounded(.up)))
        return hours < 24 ? .hours(hours) : .days((hours + 23) / 24)
    }
}
