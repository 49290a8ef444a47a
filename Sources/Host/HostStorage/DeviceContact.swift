package import FoundationEssentials

/// The last contact of a device, its usual gap between contacts, and the state of its silence.
///
/// A device is seen when a page or the service worker of its browser sends a request to the host. A push that a push
/// service accepts is no contact.
package struct DeviceContact: Codable, Hashable, Sendable {
    /// Usual gap of a device that was seen only once, in seconds.
    package static let firstGap = 86_400.0
    /// Longest usual gap, in seconds, so that one long absence or a wrong clock does not excuse silence for ever.
    package static let longestGap = 30 * 86_400.0
    /// Shortest silence that is reported, in seconds.
    package static let leastSilence = 86_400.0
    /// Number of usual gaps after which a silence is reported.
    package static let gapsOfSilence = 3.0
    /// Factor by which the usual gap shrinks on each further day on which the device is seen at shorter intervals.
    package static let decay = 0.9
    /// Time after a contact for which a device counts as in use, in seconds; open pages are recorded every five
    /// minutes.
    package static let presence = 600.0

    /// The columns of the table of sessions for these values, except `lastSeen`.
    static let schema = """
        ALTER TABLE session ADD COLUMN usualGap INTEGER NOT NULL DEFAULT 86400000;
        ALTER TABLE session ADD COLUMN pushesEnded INTEGER;
        ALTER TABLE session ADD COLUMN isSilenceDismissed INTEGER NOT NULL DEFAULT 0
            CHECK (isSilenceDismissed IN (0, 1));
        """

    /// Time of the last contact, to within a few minutes.
    package private(set) var lastSeen: Date
    /// Longest recent time between two contacts, in seconds.
    package private(set) var usualGap: TimeInterval
    /// Time at which the push service ended the device's subscription; `nil` if it did not, or if the device was seen
    /// since.
    package private(set) var pushesEnded: Date?
    /// `true` if a person has dismissed the notice of the current silence.
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
    /// The usual gap shrinks on each day on which the device is seen, but not below the gap that ends now. If the clock
    /// was set back, ``lastSeen`` is kept: otherwise the device would seem long unseen once the clock is right again.
    package mutating func record(at now: Date) {
        let isNewDay = Self.day(of: now) > Self.day(of: lastSeen)
        usualGap = max(isNewDay ? usualGap * Self.decay : usualGap, now.timeIntervalSince(lastSeen))
        usualGap = min(usualGap, Self.longestGap)
        lastSeen = max(lastSeen, now)
        pushesEnded = nil
        isSilenceDismissed = false
    }

    /// Time from which the silence is longer than expected, unless the device is seen earlier.
    ///
    /// If the push service has ended the device's subscription, pushes cannot reach it, so its usual gap is not
    /// awaited.
    package var silentFrom: Date {
        let usual = lastSeen + max(Self.leastSilence, Self.gapsOfSilence * usualGap)
        guard let pushesEnded else { return usual }
        return min(usual, max(pushesEnded, lastSeen + Self.presence))
    }

    /// Returns `true` if the device has been silent for longer than expected.
    package func isSilent(at now: Date) -> Bool { now >= silentFrom }

    /// Returns `true` if the screen reports the silence.
    package func isReported(at now: Date) -> Bool { isSilent(at: now) && !isSilenceDismissed }

    private static func day(of date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }
}

extension DeviceContact {
    /// The usual gap in whole hours or days, rounded up.
    package enum RoundedGap: Hashable, Sendable {
        /// A gap of less than a day.
        case hours(Int)
        case days(Int)
    }

    /// The usual gap in the form shown to people.
    package var roundedGap: RoundedGap {
        let hours = max(1, Int((usualGap / 3600).rounded(.up)))
        return hours < 24 ? .hours(hours) : .days((hours + 23) / 24)
    }
}
