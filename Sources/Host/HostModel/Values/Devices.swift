import Crypto
package import FoundationEssentials
import JSON
package import TodayProtocol

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

    package static let schema = """
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

    /// Records that the device was seen; its usual gap shrinks once a day, but not below the gap that ends now.
    ///
    /// If the clock was set back, ``lastSeen`` is kept: otherwise the device would seem long unseen once it is right.
    package mutating func record(at now: Date) {
        let isNewDay = Self.day(of: now) > Self.day(of: lastSeen)
        usualGap = max(isNewDay ? usualGap * Self.decay : usualGap, now.timeIntervalSince(lastSeen))
        usualGap = min(usualGap, Self.longestGap)
        lastSeen = max(lastSeen, now)
        pushesEnded = nil
        isSilenceDismissed = false
    }

    /// Time from which the silence is longer than expected; a device that lost its pushes cannot be reached, so its
    /// usual gap is not awaited.
    package var silentFrom: Date {
        let usual = lastSeen + max(Self.leastSilence, Self.gapsOfSilence * usualGap)
        guard let pushesEnded else { return usual }
        return min(usual, max(pushesEnded, lastSeen + Self.presence))
    }

    package func isSilent(at now: Date) -> Bool { now >= silentFrom }

    package func isReported(at now: Date) -> Bool { isSilent(at: now) && !isSilenceDismissed }

    private static func day(of date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }

    /// The usual gap in whole hours or days, rounded up.
    package enum RoundedGap: Hashable, Sendable {
        /// A gap of less than a day.
        case hours(Int)
        case days(Int)
    }

    package var roundedGap: RoundedGap {
        let hours = max(1, Int((usualGap / 3600).rounded(.up)))
        return hours < 24 ? .hours(hours) : .days((hours + 23) / 24)
    }
}

/// The rights of a device on the pages; each level includes the ones before it.
package enum DeviceRights: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    /// The device can view the screen, notifications and messages.
    case view
    /// The device can also tap, answer notifications, and decide about queued actions.
    case act
    /// The device can also change settings, the screen, apps and devices.
    case change

    package static func < (left: DeviceRights, right: DeviceRights) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The session of a signed-in browser.
package struct WebSession: Hashable, Sendable {
    /// The hash of the session's token; the token itself is never stored.
    package let tokenHash: String
    package let created: Date
    package let contact: DeviceContact
    package let browser: String?
    package let name: String?
    package let rights: DeviceRights
    /// `true` if the device has signed itself out and can sign in again with a passkey; no token then has
    /// ``tokenHash``.
    package let isSignedOut: Bool

    package init(
        tokenHash: String,
        created: Date,
        contact: DeviceContact,
        browser: String? = nil,
        name: String? = nil,
        rights: DeviceRights = .change,
        isSignedOut: Bool = false
    ) {
        self.tokenHash = tokenHash
        self.created = created
        self.contact = contact
        self.browser = browser
        self.name = name
        self.rights = rights
        self.isSignedOut = isSignedOut
    }

    package var lastSeen: Date { contact.lastSeen }

    /// Time from which the device's silence is longer than expected; `nil` if it has signed out.
    package var silentFrom: Date? { isSignedOut ? nil : contact.silentFrom }

    package func isSilent(at now: Date) -> Bool { !isSignedOut && contact.isSilent(at: now) }

    package func isReported(at now: Date) -> Bool { !isSignedOut && contact.isReported(at: now) }

    package var label: String? { name ?? browser }

    /// The largest size of a name, in bytes.
    package static let nameBytes = 128

    /// Returns `true` if a name for a device is valid: 1 to 128 bytes, without control characters.
    package static func isValid(name: String) -> Bool {
        (1...nameBytes).contains(name.utf8.count)
            && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    package static let nameSentence = LocalizableText.deviceNameInvalid(nameBytes)
}

/// A passkey with which a previously paired device signs in again.
package struct Passkey: Hashable, Sendable {
    /// SHA-256 hash of ``credentialID`` in hexadecimal digits, which identifies the passkey to people; not a secret.
    package let id: String
    /// The device, identified by the hash of the token of its session.
    package let device: String
    /// The id that the authenticator assigned.
    package let credentialID: Data
    /// The public key, an uncompressed point on P-256.
    package let publicKey: Data
    /// The account id that the authenticator stores and sends when it signs in.
    package let userHandle: Data
    /// Id of the relying party, which is the host name of the pages for which the passkey is valid.
    package let relyingParty: String
    /// The authenticator's signature counter at the last use; 0 if it does not count.
    package let signCount: UInt32
    package let created: Date
    /// Time of the last sign-in; `nil` if there was none.
    package let lastUsed: Date?

    package init(
        device: String,
        credentialID: Data,
        publicKey: Data,
        userHandle: Data,
        relyingParty: String,
        signCount: UInt32,
        created: Date,
        lastUsed: Date? = nil
    ) {
        id = Self.id(of: credentialID)
        self.device = device
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.userHandle = userHandle
        self.relyingParty = relyingParty
        self.signCount = signCount
        self.created = created
        self.lastUsed = lastUsed
    }

    package static func id(of credentialID: some DataProtocol) -> String {
        SHA256.hash(data: credentialID).hexadecimalDigits
    }
}
