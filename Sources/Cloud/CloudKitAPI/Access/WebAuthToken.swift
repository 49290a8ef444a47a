import CloudCore
package import CloudStorage
import Crypto
package import Foundation

/// The token that proves a person's login to a container.
///
/// It has the login's id, the time at which it expires, and an authentication code of both with the login's key. So
/// every answer can renew the token without a write, and all tokens become invalid when the login is removed.
package struct WebAuthToken: Hashable, Sendable {
    /// The lifetime of a token in seconds.
    package static let lifetime = 14 * 86_400.0

    let login: String
    /// The time at which the token expires, in seconds since 1970.
    let expires: Int64
    private let nonce: UInt64
    private let code: Data

    private static let idLength = 22
    private static let codeLength = 32

    /// Issues a token for a new login; `CloudError` `invalid` if the person's name is not valid.
    package static func issue(
        to person: String,
        for container: CloudContainer,
        in store: CloudStore,
        now: Date
    ) async throws -> String {
        guard JoinTokenIssuer.isName(person) else {
            throw CloudError(.invalid, "A name has 1 to \(JoinTokenIssuer.nameLimit) bytes and no control characters.")
        }
        let id = Secret.random(length: idLength)
        let secret = Data(Secret.random(length: 43).utf8)
        try await store.addLogin(id, of: person, to: container.number, secret: secret)
        return WebAuthToken(login: id, secret: secret, now: now).text
    }

    init(login: String, secret: Data, now: Date) {
        self.login = login
        expires = Int64(now.timeIntervalSince1970 + Self.lifetime)
        nonce = UInt64.random(in: .min ... .max)
        code = Self.code(for: Self.signed(login, expires, nonce), secret)
    }

    /// Parses a token, `nil` for others; some clients escape it twice, or not a `+`, which then arrives as a space.
    init?(sent text: String) {
        var text = text
        for _ in 0..<3 where text.contains("%") { text = text.removingPercentEncoding ?? text }
        text = text.replacing(" ", with: "+")
        guard text.utf8.count <= 200, let data = Data(base64Encoded: text),
            data.count == Self.idLength + 16 + Self.codeLength
        else { return nil }
        login = String(decoding: data.prefix(Self.idLength), as: UTF8.self)
        let numbers = data.dropFirst(Self.idLength).prefix(16)
        expires = Int64(bitPattern: Self.number(numbers.prefix(8)))
        nonce = Self.number(numbers.suffix(8))
        code = Data(data.suffix(Self.codeLength))
    }

    var text: String { (Self.signed(login, expires, nonce) + code).base64EncodedString() }

    func isGenuine(_ secret: Data) -> Bool {
        Secret.equal(code, Self.code(for: Self.signed(login, expires, nonce), secret))
    }

    private static func code(for signed: Data, _ secret: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: secret)))
    }

    private static func signed(_ login: String, _ expires: Int64, _ nonce: UInt64) -> Data {
        var data = Data(login.utf8)
        for number in [UInt64(bitPattern: expires), nonce] {
            withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
        }
        return data
    }

    private static func number(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
