import Foundation
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
