package import TodayProtocol

/// Something that matters for what apps and people may do, as the audit log records it.
package struct AuditEvent: Hashable, Sendable {
    /// What happened.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The person agreed to an app; the detail is its version and its rights.
        case appInstalled = "app-installed"
        /// The person agreed to another version of an app, or to one from elsewhere.
        case appUpdated = "app-updated"
        case appRemoved = "app-removed"
        /// The detail is the right's name, as in all four.
        case rightRevoked = "right-revoked"
        case rightRestored = "right-restored"
        /// The detail is the host, which an app may fetch from.
        case hostAllowed = "host-allowed"
        case hostDisallowed = "host-disallowed"
        /// A process asked for what it is not entitled to; the detail is the method and the reason.
        case callDenied = "call-denied"
        /// The host killed a process; the detail is the reason.
        case processKilled = "process-killed"
        /// A browser signed in; the detail is what it calls itself, and whether it did so with a passkey.
        case signedIn = "signed-in"
        case signedOut = "signed-out"
        /// The detail is the device, and what it may do now and could do before.
        case deviceRightsChanged = "device-rights-changed"
        /// The detail is the device, as in both.
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        /// A browser subscribed to pushes; the detail is the device.
        case pushesSubscribed = "pushes-subscribed"
        /// The subscription of a browser ended while it is signed in; the detail is the device, and why.
        case pushesEnded = "pushes-ended"
        /// Links that sign nobody in were followed, or wrong passkeys sent; the detail is how many, and from which network.
        case linksRefused = "links-refused"
        case passcodeSet = "passcode-set"
        case passcodeRemoved = "passcode-removed"
        /// The detail is how many guesses were wrong since the last right one.
        case passcodeWrong = "passcode-wrong"
        /// The host joined a cloud; the detail is its address and the person's name there.
        case cloudLinked = "cloud-linked"
        case cloudUnlinked = "cloud-unlinked"
        /// Somebody read the keys with which messages are sent; the detail is the app.
        case keysRead = "keys-read"
        /// A process read, wrote or deleted secrets; the detail is the process and the access group.
        case keychainUsed = "keychain-used"
        /// A tool of the person made a link that signs a browser in; the detail is the page that it leads to.
        case linkMade = "link-made"
        /// The detail is the file.
        case backupMade = "backup-made"
        /// What is here was in a backup until then; the detail is which one.
        case backupRestored = "backup-restored"
    }

    /// The largest size of a detail, in bytes; the rest is cut off.
    package static let detailBytes = 500

    package var kind: Kind
    /// The app that it concerns; `nil` if it concerns none.
    package var app: AppID?
    /// What else is known, for a person; not translated.
    package var detail: String

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - app: The app that it concerns.
    ///   - detail: What else is known; cut off after ``detailBytes``.
    package init(_ kind: Kind, app: AppID? = nil, _ detail: String = "") {
        self.kind = kind
        self.app = app
        self.detail = detail.prefix(utf8Count: Self.detailBytes)
    }

    /// Adds the event to the audit log.
    func apply(in context: TransactionContext) throws -> OperationOutcome {
        try context.audit(self)
        return context.record(.audit)
    }
}
