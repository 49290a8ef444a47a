import Crypto
package import FoundationEssentials
import GRDB
import JSON
import SQLiteSupport

/// The session of a browser that is signed in.
package struct WebSession: Hashable, Sendable {
    /// The hash of the session's token; the token itself is never stored.
    package let tokenHash: String
    package let created: Date
    /// When the device is seen.
    package let contact: DeviceContact
    /// What the browser calls itself, for people; `nil` if it does not say.
    package let browser: String?
    /// What the person calls the device; `nil` if they gave it no name.
    package let name: String?
    /// What the device may do.
    package let rights: DeviceRights
    /// Whether the device has signed itself out, and can sign in again with a passkey; no token has its hash.
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

    /// When the device was last seen, to a few minutes.
    package var lastSeen: Date { contact.lastSeen }

    /// When the device becomes silent for longer than expected; `nil` if it has signed out, which explains its silence.
    package var silentFrom: Date? { isSignedOut ? nil : contact.silentFrom }

    /// Whether the device has been silent for longer than expected.
    package func isSilent(at now: Date) -> Bool { !isSignedOut && contact.isSilent(at: now) }

    /// Whether the screen reports the silence.
    package func isReported(at now: Date) -> Bool { !isSignedOut && contact.isReported(at: now) }

    /// The name that the person gave, or else what the browser calls itself.
    package var label: String? { name ?? browser }

    /// Whether a device may have a name: of 1 to 128 bytes, without control characters.
    package static func isValid(name: String) -> Bool {
        (1...SessionOperation.nameBytes).contains(name.utf8.count)
            && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// What is said of a name that a device may not have.
    package static let nameSentence =
        "The name of a device has 1 to \(SessionOperation.nameBytes) bytes, without control characters."
}

/// Changes the sessions of the web surface.
package enum SessionOperation: Hashable, Sendable {
    /// The largest number of sessions; beyond it the least recently seen one ends.
    package static let limit = 100
    /// The largest size of a name, in bytes.
    package static let nameBytes = 128

    /// Begins a session; the hash has 1 to 128 bytes, and what the browser calls itself and the name at most as many.
    ///
    /// The session that the same browser had until now ends, and its passkeys are those of the new one.
    case begin(
        tokenHash: String,
        browser: String? = nil,
        name: String? = nil,
        rights: DeviceRights = .change,
        replacing: String? = nil
    )
    /// Gives a device a name, of 1 to 128 bytes without control characters, or removes it; `notFound` if it has no session.
    case rename(tokenHash: String, name: String?)
    /// Changes what a device may do; `notFound` if it has no session.
    case setRights(tokenHash: String, rights: DeviceRights)
    /// Records that a browser was seen; `unchanged` if it has no session, or was seen by a clock that is behind.
    case touch(tokenHash: String)
    /// Dismisses the notices of all devices that are silent now; `unchanged` if there are none.
    case dismissSilences
    /// Ends a session, and with it the passkeys of the device; `unchanged` if there is none.
    case end(tokenHash: String)
    /// Ends a session as its own device asks for it: with a passkey it can sign in again. `unchanged` if there is none.
    case signOut(tokenHash: String)
    /// Ends every session last seen before a date.
    case endAll(seenBefore: Date)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        let now = context.now.storedMilliseconds
        let count: Int
        switch self {
        case .begin(let hash, let browser, let name, let rights, let former):
            try Self.check(name)
            guard (1...128).contains(hash.utf8.count), browser?.utf8.count ?? 0 <= 128 else {
                throw StoreError(
                    .invalid,
                    "A session's token hash has 1 to 128 bytes, and its browser's name at most 128."
                )
            }
            count = try context.run(
                """
                INSERT INTO session (tokenHash, created, lastSeen, browser, name, rights)
                VALUES (?1, ?2, ?2, ?3, ?4, ?5)
                ON CONFLICT (tokenHash) DO UPDATE SET lastSeen = max(lastSeen, excluded.lastSeen)
                """,
                [hash, now, browser, name, rights.rawValue]
            )
            let limits = rights == .change ? "" : ", rights: \(rights.rawValue)"
            try context.audit(AuditEvent(.signedIn, (name ?? browser ?? "") + limits))
            if let former {
                try context.run("UPDATE passkey SET tokenHash = ? WHERE tokenHash = ?", [hash, former])
                _ = try SessionOperation.end(tokenHash: former).apply(in: context)
            }
            try context.run(
                """
                DELETE FROM session WHERE tokenHash IN (
                    SELECT tokenHash FROM session ORDER BY tokenHash = ? DESC, lastSeen DESC LIMIT -1 OFFSET ?)
                """,
                [hash, Self.limit]
            )
        case .touch(let hash):
            guard let before = try context.reader.session(tokenHash: hash)?.contact else { return .unchanged }
            var contact = before
            contact.record(at: context.now)
            guard contact != before else { return .unchanged }
            count = try context.run(
                """
                UPDATE session SET lastSeen = ?, usualGap = ?, pushesEnded = NULL, isSilenceDismissed = 0
                WHERE tokenHash = ?
                """,
                [contact.lastSeen.storedMilliseconds, Int64(contact.usualGap * 1000), hash]
            )
        case .dismissSilences:
            let silent = try context.reader.sessions().filter { $0.isReported(at: context.now) }
            for session in silent {
                try context.run(
                    "UPDATE session SET isSilenceDismissed = 1 WHERE tokenHash = ?",
                    [session.tokenHash]
                )
            }
            count = silent.count
        case .rename(let hash, let name):
            try Self.check(name)
            guard try Self.session(hash, in: context).name != name else { return .unchanged }
            count = try context.run("UPDATE session SET name = ? WHERE tokenHash = ?", [name, hash])
        case .setRights(let hash, let rights):
            let session = try Self.session(hash, in: context)
            guard session.rights != rights else { return .unchanged }
            count = try context.run("UPDATE session SET rights = ? WHERE tokenHash = ?", [rights.rawValue, hash])
            let detail = "\(session.label ?? ""), rights: \(rights.rawValue), before: \(session.rights.rawValue)"
            try context.audit(AuditEvent(.deviceRightsChanged, detail))
        case .end(let hash):
            let label: String? = try context.reader.session(tokenHash: hash)?.label
            count = try context.run("DELETE FROM session WHERE tokenHash = ?", [hash])
            if count > 0 { try context.audit(AuditEvent(.signedOut, label ?? "")) }
        case .signOut(let hash):
            guard let session = try context.reader.session(tokenHash: hash),
                try !context.reader.passkeys(of: hash).isEmpty
            else { return try SessionOperation.end(tokenHash: hash).apply(in: context) }
            try context.run("DELETE FROM pushSubscription WHERE tokenHash = ?", [hash])
            // The hash of a hash is that of no token.
            count = try context.run(
                "UPDATE session SET tokenHash = ?, isSignedOut = 1 WHERE tokenHash = ?",
                [SHA256.hash(data: Array(hash.utf8)).hexadecimalDigits, hash]
            )
            try context.audit(AuditEvent(.signedOut, session.label ?? ""))
        case .endAll(let date):
            count = try context.run("DELETE FROM session WHERE lastSeen < ?", [date.storedMilliseconds])
            if count > 0 { try context.audit(AuditEvent(.signedOut, "\(count) browsers")) }
        }
        return count > 0 ? context.record(.sessions) : .unchanged
    }

    /// Throws `invalid` unless a device may have a name.
    private static func check(_ name: String?) throws {
        guard let name, !WebSession.isValid(name: name) else { return }
        throw StoreError(.invalid, WebSession.nameSentence)
    }

    /// Reads a session, and throws `notFound` if there is none.
    static func session(_ hash: String, in context: TransactionContext) throws -> WebSession {
        guard let session = try context.reader.session(tokenHash: hash) else {
            throw StoreError(.notFound, "This device is not signed in any more.")
        }
        return session
    }
}
