import Foundation
import Synchronization

/// Links that sign a browser in and lead to a page: each works once, for ten minutes, and is gone when the host ends.
///
/// At most 16 wait at a time; the oldest gives way to a new one. Only their hashes are kept.
final class OneTimeLinks: Sendable {
    /// How long a link works, in seconds.
    static let lifetime = 600
    /// How many may wait.
    static let limit = 16

    private struct Link {
        var hash: String
        var end: Date
        var page: PagePath
    }

    private let links = Mutex<[Link]>([])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Makes a link's token.
    func make(to page: PagePath = .today) -> Token {
        let token = Token.random()
        let date = now()
        links.withLock { links in
            links.removeAll { $0.end <= date }
            links.append(Link(hash: token.hash, end: date.addingTimeInterval(Double(Self.lifetime)), page: page))
            links.removeFirst(max(0, links.count - Self.limit))
        }
        return token
    }

    /// Uses a link up.
    ///
    /// - Returns: The page that it leads to; none if it was not there, or is too old.
    func use(_ token: Token) -> PagePath? {
        let hash = token.hash
        let date = now()
        return links.withLock { links in
            links.removeAll { $0.end <= date }
            guard let index = links.firstIndex(where: { Token.equal($0.hash, hash) }) else { return nil }
            return links.remove(at: index).page
        }
    }
}
