import GRDB
import HostModel
import SQLiteSupport
package import TodayProtocol

/// A server from which the person allows an app to fetch in addition to those that its bundle declares.
package struct AllowedServer: Hashable, Sendable, CustomStringConvertible {
    /// The name or address in lower case; an IPv6 address has no brackets.
    package let host: String
    /// The port; `nil` for the default ports of http and https.
    package let port: Int?

    /// Creates a host; refused with code `invalid` unless it is a name of letters, digits, hyphens, underscores, dots,
    /// at most 253 bytes, or an IPv6 address, and the port is 1 to 65535.
    package init(host: String, port: Int?) throws(StoreError) {
        let host = host.lowercased()
        let isName = host.isPlain(besides: "-._")
        let isAddress =
            host.utf8.contains(0x3A)
            && host.utf8.allSatisfy { (0x61...0x66).contains($0) || (0x30...0x3A).contains($0) || $0 == 0x2E }
        guard !host.isEmpty, host.utf8.count <= 253, isName || isAddress, !host.hasPrefix("."), !host.contains("..")
        else {
            throw StoreError(.invalid, "\"\(host.prefix(80))\" is no host name; write it as example.com or 127.0.0.1.")
        }
        guard port.map({ (1...65_535).contains($0) }) ?? true else {
            throw StoreError(.invalid, "\(port ?? 0) is no port; a port is 1 to 65535.")
        }
        self.host = host
        self.port = port
    }

    /// Parses `HOST`, `HOST:PORT` or `[IPV6]:PORT`; refused with code `invalid` if the text is malformed.
    package init(_ text: String) throws(StoreError) {
        guard !text.contains("/") else {
            let start = text.prefix(80)
            throw StoreError(.invalid, "\"\(start)\" is an address; write its host alone, as HOST or HOST:PORT.")
        }
        var host = Substring(text)
        var port: Substring?
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else {
                throw StoreError(.invalid, "\"\(text.prefix(80))\" is no host; write it as HOST or HOST:PORT.")
            }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        if let port, Int(port) == nil {
            throw StoreError(.invalid, "\"\(port.prefix(20))\" is no port; a port is 1 to 65535.")
        }
        try self.init(host: String(host), port: port.flatMap { Int($0) })
    }

    /// The form that ``init(_:)`` reads.
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }
}

/// Changes the additional hosts from which an app may fetch.
package enum AllowedServerOperation: Hashable, Sendable {
    package static let limit = 200

    /// Allows an app to use a host; refused with code `notFound` if the app is not installed.
    case allow(AllowedServer, app: AppID)
    /// Revokes a host; `unchanged` if it was not allowed.
    case disallow(AllowedServer, app: AppID)
}

extension TransactionContext {
    func apply(_ operation: AllowedServerOperation) throws -> OperationOutcome {
        switch operation {
        case .allow(let host, let app):
            try requireInstalled(app)
            let allowed = try reader.allowedHosts(of: app)
            guard !allowed.contains(host) else { return .unchanged }
            guard allowed.count < AllowedServerOperation.limit else {
                throw StoreError(
                    .limitExceeded,
                    "\(app) is allowed \(AllowedServerOperation.limit) hosts already; disallow one first."
                )
            }
            try run("INSERT INTO allowedHost (appID, host, port) VALUES (?, ?, ?)", [app, host.host, host.port ?? 0])
            try audit(AuditEvent(.hostAllowed, app: app, host.description))
            return record(.allowedHosts(app))
        case .disallow(let host, let app):
            let count = try run(
                "DELETE FROM allowedHost WHERE appID = ? AND host = ? AND port = ?",
                [app, host.host, host.port ?? 0]
            )
            guard count > 0 else { return .unchanged }
            try audit(AuditEvent(.hostDisallowed, app: app, host.description))
            return record(.allowedHosts(app))
        }
    }
}

extension DurableReader {
    /// Reads the hosts that the person has allowed for an app, sorted by name.
    package func allowedHosts(of app: AppID) throws -> [AllowedServer] {
        try all("SELECT host, port FROM allowedHost WHERE appID = ? ORDER BY host, port", [app]).map { row in
            let port: Int = row[1]
            return try AllowedServer(host: row[0], port: port == 0 ? nil : port)
        }
    }
}

/// Changes the hosts that the actions of topic messages may reach.
///
/// The built-in app Topics has no row in the table of apps, so its hosts are stored in one of the host's own settings.
package enum TopicServerOperation: Hashable, Sendable {
    /// Allows a host; refused with code `limitExceeded` beyond ``AllowedServerOperation/limit``.
    case allow(AllowedServer)
    case disallow(AllowedServer)

    fileprivate static let key = "topics.hosts"
}

extension TransactionContext {
    func apply(_ operation: TopicServerOperation) throws -> OperationOutcome {
        var hosts = try reader.topicHosts()
        switch operation {
        case .allow(let host):
            guard !hosts.contains(host) else { return .unchanged }
            guard hosts.count < AllowedServerOperation.limit else {
                throw StoreError(
                    .limitExceeded,
                    "Topics is allowed \(AllowedServerOperation.limit) hosts already; disallow one first."
                )
            }
            hosts.append(host)
            try audit(AuditEvent(.hostAllowed, "\(host), for actions of topics"))
        case .disallow(let host):
            guard hosts.contains(host) else { return .unchanged }
            hosts.removeAll { $0 == host }
            try audit(AuditEvent(.hostDisallowed, "\(host), for actions of topics"))
        }
        let value = hosts.map(\.description).joined(separator: "\n")
        let setting: SettingOperation =
            hosts.isEmpty ? .remove(key: TopicServerOperation.key) : .set(key: TopicServerOperation.key, value: value)
        return try apply(setting)
    }
}

extension DurableReader {
    /// Reads the hosts that the actions of topic messages may reach, in the order in which they were allowed.
    package func topicHosts() throws -> [AllowedServer] {
        let hosts = try setting(TopicServerOperation.key) ?? ""
        return hosts.split(separator: "\n").compactMap { try? AllowedServer(String($0)) }
    }
}

/// Changes the rights of an app that the person has revoked.
///
/// To the store a right is an opaque text. When an app is installed again, the revoked rights that its new version
/// requests stay revoked; those of a removed app are deleted.
package enum RightOperation: Hashable, Sendable {
    /// The largest size of a right's name, in bytes.
    package static let nameBytes = 512
    package static let limit = 1000

    /// Revokes a right; refused with code `notFound` if the app is not installed.
    case revoke(String, app: AppID)
    /// Restores a right; `unchanged` if it was not revoked.
    case restore(String, app: AppID)
}

extension TransactionContext {
    func apply(_ operation: RightOperation) throws -> OperationOutcome {
        switch operation {
        case .revoke(let right, let app):
            try requireInstalled(app)
            guard (1...RightOperation.nameBytes).contains(right.utf8.count) else {
                throw StoreError(.invalid, "The name of a right has 1 to \(RightOperation.nameBytes) bytes.")
            }
            let revoked = try reader.revokedRights(of: app)
            guard !revoked.contains(right) else { return .unchanged }
            guard revoked.count < RightOperation.limit else {
                throw StoreError(
                    .limitExceeded,
                    "\(RightOperation.limit) rights of \(app) are revoked already; remove the app."
                )
            }
            try run("INSERT INTO revokedRight (appID, name) VALUES (?, ?)", [app, right])
            try audit(AuditEvent(.rightRevoked, app: app, right))
            return record(.rights(app))
        case .restore(let right, let app):
            let count = try run("DELETE FROM revokedRight WHERE appID = ? AND name = ?", [app, right])
            guard count > 0 else { return .unchanged }
            try audit(AuditEvent(.rightRestored, app: app, right))
            return record(.rights(app))
        }
    }
}

extension DurableReader {
    package func revokedRights(of app: AppID) throws -> Set<String> {
        Set(try all("SELECT name FROM revokedRight WHERE appID = ?", [app]).map { $0[0] })
    }
}

extension DurableSchema {
    static let revokedRightTable = """
        CREATE TABLE revokedRight (
            appID TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE, name TEXT NOT NULL,
            PRIMARY KEY (appID, name)) STRICT;
        """
}
