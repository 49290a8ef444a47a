import Crypto
package import TodayProtocol

/// A fingerprint of all that a person is asked to agree to.
package enum ConsentDigest {
    /// The SHA-256 of an app's identifier, what it asks for and what of it another app owns, in hexadecimal.
    ///
    /// The order of the sentences does not matter. Each text goes in with its length, so no two questions are alike.
    package static func digest(app: AppID, requests: [String], conflicts: [String]) -> String {
        var hash = SHA256()
        for texts in [[app.rawValue], requests.sorted(), conflicts.sorted()] {
            hash.update(data: Array("\(texts.count);".utf8))
            for text in texts { hash.update(data: Array("\(text.utf8.count):\(text)".utf8)) }
        }
        return hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0\(digits)" : digits
        }.joined()
    }
}
