import Foundation
import Synchronization

/// Links that sign a browser in: each works once, for ten minutes, and is gone when the host ends.
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
        var destination: LinkDestination
    }

    private let links = Mutex<[Link]>([])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Makes a link's token.
    ///
    /// - Parameter destination: Where the link leads.
    /// - Returns: The token.
    func make(to destination: LinkDestination = .today) -> Token {
        let token = Token.random()
        let date = now()
        links.withLock { links in
            links.removeAll { $0.end <= date }
            let end = date.addingTimeInterval(Double(Self.lifetime))
            links.append(Link(hash: token.hash, end: end, destination: destination))
            links.removeFirst(max(0, links.count - Self.limit))
        }
        return token
    }

    /// Uses a link up.
    ///
    /// - Returns: Where it leads; none if it was not there or worked no longer.
    func use(_ token: Token) -> LinkDestination? {
        let hash = token.hash
        let date = now()
        return links.withLock { links in
            links.removeAll { $0.end <= date }
            guard let index = links.firstIndex(where: { Token.equal($0.hash, hash) }) else { return nil }
            return links.remove(at: index).destination
        }
    }
}
