import Crypto
import Foundation
import PushEncoding
import Synchronization

/// The one-time challenges for passkeys to sign, each valid for five minutes, but not after the host ends.
///
/// Challenges are not stored when they are made, so requests for many of them do not displace others: each contains its
/// expiration time and an authentication code. Only used challenges are remembered until they expire, so the limit
/// counts valid signatures.
final class PasskeyChallenges: Sendable {
    /// The purpose of a challenge.
    enum Purpose: Sendable {
        /// Adding a passkey to the device whose session has this hash.
        case adding(to: String)
        /// Signing in.
        case signingIn

        fileprivate var bytes: [UInt8] {
            switch self {
            case .adding(let device): Array("add \(device)".utf8)
            case .signingIn: Array("sign in".utf8)
            }
        }
    }

    /// Lifetime of a challenge, in seconds.
    static let lifetime = 300
    /// Maximum number of used challenges that are remembered; beyond it no challenge can be used.
    static let limit = 1000

    /// 16 random bytes and the expiration time.
    private static let headLength = 24

    private let key = SymmetricKey(size: .bits256)
    /// Used challenges and their expiration times, in seconds since 1970.
    private let used = Mutex<[[UInt8]: UInt64]>([:])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Makes a challenge: 56 bytes in base64url.
    func make(for purpose: Purpose) -> String {
        var generator = SystemRandomNumberGenerator()
        let end = seconds + UInt64(Self.lifetime)
        let head =
            (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
            + (0..<8).reversed().map { UInt8(end >> ($0 * 8) & 0xFF) }
        return Base64URL.encode(head + Array(code(of: head, for: purpose)))
    }

    /// Returns `true` if a challenge was made for this purpose and is still valid.
    func isOpen(_ challenge: String, for purpose: Purpose) -> Bool {
        guard let (bytes, _) = read(challenge, for: purpose) else { return false }
        return used.withLock { $0[bytes] == nil }
    }

    /// Uses a challenge, which is then no longer valid.
    ///
    /// - Returns: `true` if it was valid.
    func use(_ challenge: String, for purpose: Purpose) -> Bool {
        guard let (bytes, end) = read(challenge, for: purpose) else { return false }
        let now = seconds
        return used.withLock { used in
            used = used.filter { $0.value >= now }
            guard used[bytes] == nil, used.count < Self.limit else { return false }
            used[bytes] = end
            return true
        }
    }

    /// Returns the bytes and the expiration time of a challenge; `nil` if it is malformed, for another purpose, or
    /// expired.
    private func read(_ challenge: String, for purpose: Purpose) -> (bytes: [UInt8], end: UInt64)? {
        guard let bytes = Base64URL.decode(challenge), bytes.count == Self.headLength + SHA256.byteCount else {
            return nil
        }
        let head = bytes[..<Self.headLength]
        let end = head.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let isOwn = HMAC<SHA256>.isValidAuthenticationCode(
            bytes[Self.headLength...],
            authenticating: Array(head) + purpose.bytes,
            using: key
        )
        return isOwn && end >= seconds ? (bytes, end) : nil
    }

    private func code(of head: [UInt8], for purpose: Purpose) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: head + purpose.bytes, using: key)
    }

    private var seconds: UInt64 { UInt64(max(0, now().timeIntervalSince1970)) }
}
