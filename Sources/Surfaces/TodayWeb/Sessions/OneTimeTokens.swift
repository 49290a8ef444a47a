import Foundation
import HostModel
import Synchronization

/// The one-time tokens of links, each valid for ten minutes, but not after the host ends.
///
/// At most 16 are open at a time; a new one replaces the oldest. Only their hashes are stored.
final class OneTimeTokens<Value: Sendable>: Sendable {
    /// Lifetime of a token, in seconds.
    static var lifetime: Int { 600 }
    /// Maximum number of open tokens.
    static var limit: Int { 16 }

    private struct Entry {
        var hash: String
        var end: Date
        var value: Value
    }

    private let entries = Mutex<[Entry]>([])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Makes a token for a value.
    func make(_ value: Value) -> Token {
        let token = Token.random()
        let date = now()
        entries.withLock { entries in
            entries.removeAll { $0.end <= date }
            entries.append(Entry(hash: token.hash, end: date.addingTimeInterval(Double(Self.lifetime)), value: value))
            entries.removeFirst(max(0, entries.count - Self.limit))
        }
        return token
    }

    /// Returns the value of a token, without using the token; `nil` if it does not exist or has expired.
    func value(of token: Token) -> Value? { find(token, removing: false) }

    /// Uses a token, which is then no longer valid.
    ///
    /// - Returns: Its value; `nil` if the token does not exist or has expired.
    func use(_ token: Token) -> Value? { find(token, removing: true) }

    private func find(_ token: Token, removing isUsed: Bool) -> Value? {
        let hash = token.hash
        let date = now()
        return entries.withLock { entries in
            entries.removeAll { $0.end <= date }
            guard let index = entries.firstIndex(where: { Token.equal($0.hash, hash) }) else { return nil }
            return isUsed ? entries.remove(at: index).value : entries[index].value
        }
    }
}

/// The links that sign a browser in and lead to a page.
typealias OneTimeLinks = OneTimeTokens<PagePath>

extension OneTimeTokens<PagePath> {
    /// Makes the token of a link that leads to a page.
    func make(to page: PagePath = .today) -> Token { make(page) }
}

/// The path and query of a page of this surface: `/notifications?answer=7`.
struct PagePath: Hashable, Sendable {
    /// Maximum length, in bytes.
    static let limit = 2048
    /// The Today screen.
    static let today = PagePath(text: "/")

    /// The path and the query.
    let text: String

    private init(text: String) { self.text = text }

    /// Checks a path; `nil` if it could lead to another site, or has characters that are not valid in a URL.
    init?(_ text: String) {
        guard text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= Self.limit,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C })
        else { return nil }
        self.text = text
    }
}

/// The name and the rights of a device that is paired with a link.
struct DeviceGrant: Hashable, Sendable {
    /// The person's name for the device; `nil` to ask on the device.
    var name: String?
    /// Rights of the device.
    var rights = DeviceRights.change
}

/// The links that pair a device.
///
/// Unlike ``OneTimeLinks``, they may be sent in chats, whose previews load them: only the button on their page uses
/// them.
typealias PairingLinks = OneTimeTokens<DeviceGrant>
