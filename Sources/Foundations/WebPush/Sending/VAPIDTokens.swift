import FoundationEssentials
import Synchronization

/// The tokens of an application server, one for each push service, each reused for half of its lifetime.
final class VAPIDTokens: Sendable {
    private struct Token {
        let authorization: String
        let renewal: Date
    }

    /// The largest number of push services whose tokens are kept.
    private static let limit = 64
    /// The lifetime of a token in seconds: half of the longest one, to allow for clock differences.
    private static let lifetime = Double(VAPIDKey.maximumLifetime) / 2

    private let key: VAPIDKey
    private let subject: String
    private let tokens = Mutex<[String: Token]>([:])

    init(key: VAPIDKey, subject: String) {
        self.key = key
        self.subject = subject
    }

    func authorization(for audience: String, now: Date) throws -> String {
        try tokens.withLock { tokens in
            if let token = tokens[audience], now < token.renewal,
                now > token.renewal.addingTimeInterval(-Self.lifetime)
            {
                return token.authorization
            }
            if tokens.count >= Self.limit { tokens = [:] }
            let expires = now.addingTimeInterval(Self.lifetime)
            let authorization = try key.authorization(for: audience, subject: subject, expires: expires)
            tokens[audience] = Token(authorization: authorization, renewal: now.addingTimeInterval(Self.lifetime / 2))
            return authorization
        }
    }
}
