package import FoundationEssentials
package import TodayProtocol

package struct AuditEntry: Hashable, Sendable, Codable {
    /// Consecutive number of the entry.
    package var number: Int64
    package var date: Date
    package var kind: AuditEvent.Kind
    /// The app that it concerns; `nil` if it concerns none.
    package var app: AppID?
    /// The app's name at that time; `nil` if ``app`` is.
    package var appName: String?
    package var detail: String
    /// SHA-256 hash of this entry and the preceding hash, in hexadecimal digits.
    package var hash: String

    package init(
        number: Int64,
        date: Date,
        kind: AuditEvent.Kind,
        app: AppID?,
        appName: String?,
        detail: String,
        hash: String
    ) {
        self.number = number
        self.date = date
        self.kind = kind
        self.app = app
        self.appName = appName
        self.detail = detail
        self.hash = hash
    }
}

/// An event that concerns the rights of apps or people, as recorded in the audit log.
package struct AuditEvent: Hashable, Sendable {
    /// The type of an event.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The person agreed to install an app; the detail is its version and its rights.
        case appInstalled = "app-installed"
        /// The person agreed to another version of an app, or to one from another source.
        case appUpdated = "app-updated"
        case appRemoved = "app-removed"
        /// The person revoked a right; the detail is the right's name, as for the next case.
        case rightRevoked = "right-revoked"
        case rightRestored = "right-restored"
        /// The person allowed an app to fetch from a host; the detail is the host, as for the next case.
        case hostAllowed = "host-allowed"
        case hostDisallowed = "host-disallowed"
        /// A process made a call to which it is not entitled; the detail is the method and the reason.
        case callDenied = "call-denied"
        /// The host killed a process; the detail is the reason.
        case processKilled = "process-killed"
        /// A browser signed in; the detail is its description, and whether it used a passkey.
        case signedIn = "signed-in"
        case signedOut = "signed-out"
        /// The rights of a device changed; the detail is the device, its new rights and its former ones.
        case deviceRightsChanged = "device-rights-changed"
        /// A passkey was added; the detail is the device, as for the next case.
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        /// A browser subscribed to pushes; the detail is the device.
        case pushesSubscribed = "pushes-subscribed"
        /// The subscription of a signed-in browser ended; the detail is the device and the reason.
        case pushesEnded = "pushes-ended"
        /// Invalid sign-in links were followed, or wrong passkeys sent; the detail is their number and the network.
        case linksRefused = "links-refused"
        case passcodeSet = "passcode-set"
        case passcodeRemoved = "passcode-removed"
        /// The passcode was wrong; the detail is the number of wrong guesses since the last right one.
        case passcodeWrong = "passcode-wrong"
        /// The host joined a cloud; the detail is its address and the person's name there.
        case cloudLinked = "cloud-linked"
        case cloudUnlinked = "cloud-unlinked"
        /// Somebody read the keys for sending messages; the detail is the app.
        case keysRead = "keys-read"
        /// A process read, wrote or deleted secrets; the detail is the process and the access group.
        case keychainUsed = "keychain-used"
        /// A tool of the person created a link that signs a browser in; the detail is the page to which it leads.
        case linkMade = "link-made"
        /// A backup was created; the detail is the file.
        case backupMade = "backup-made"
        /// The state was replaced by that of a backup; the detail is the backup.
        case backupRestored = "backup-restored"
    }

    /// Largest size of a detail, in bytes; a longer one is cut.
    package static let detailBytes = 500

    package var kind: Kind
    /// The app that it concerns; `nil` if it concerns none.
    package var app: AppID?
    /// Further information for people; not translated.
    package var detail: String

    /// Creates an event; a detail is cut after ``detailBytes``.
    package init(_ kind: Kind, app: AppID? = nil, _ detail: String = "") {
        self.kind = kind
        self.app = app
        self.detail = detail.prefix(utf8Count: Self.detailBytes)
    }
}

extension AuditEvent.Kind {
    /// A short description of the event.
    package var title: LocalizableText {
        switch self {
        case .appInstalled: .auditAppInstalled
        case .appUpdated: .auditAppUpdated
        case .appRemoved: .auditAppRemoved
        case .rightRevoked: .auditRightRevoked
        case .rightRestored: .auditRightRestored
        case .hostAllowed: .auditHostAllowed
        case .hostDisallowed: .auditHostDisallowed
        case .callDenied: .auditCallDenied
        case .processKilled: .auditProcessKilled
        case .signedIn: .auditSignedIn
        case .signedOut: .auditSignedOut
        case .deviceRightsChanged: .auditDeviceRightsChanged
        case .passkeyAdded: .auditPasskeyAdded
        case .passkeyRemoved: .auditPasskeyRemoved
        case .pushesSubscribed: .auditPushesSubscribed
        case .pushesEnded: .auditPushesEnded
        case .linksRefused: .auditLinksRefused
        case .passcodeSet: .auditPasscodeSet
        case .passcodeRemoved: .auditPasscodeRemoved
        case .passcodeWrong: .auditPasscodeWrong
        case .cloudLinked: .auditCloudLinked
        case .cloudUnlinked: .auditCloudUnlinked
        case .keysRead: .auditKeysRead
        case .keychainUsed: .auditKeychainUsed
        case .linkMade: .auditLinkMade
        case .backupMade: .auditBackupMade
        case .backupRestored: .auditBackupRestored
        }
    }
}
