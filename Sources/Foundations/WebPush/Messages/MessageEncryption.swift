package import Crypto

/// Encrypts messages for browsers (RFC 8291) as one record of the content coding `aes128gcm` (RFC 8188).
package enum MessageEncryption {
    /// The record size in the header; one record holds each message.
    private static let recordSize: UInt32 = 4096

    /// Encrypts a content of at most ``PushMessage/maximumContentLength`` bytes with a random key and salt, for a
    /// request whose body is 103 bytes longer.
    package static func encrypt(_ content: [UInt8], for subscription: PushSubscription) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return try encrypt(content, for: subscription, key: P256.KeyAgreement.PrivateKey(), salt: salt)
    }

    /// Encrypts a content with a given key and salt, which must be used only once.
    package static func encrypt(
        _ content: [UInt8],
        for subscription: PushSubscription,
        key: P256.KeyAgreement.PrivateKey,
        salt: [UInt8]
    ) throws -> [UInt8] {
        let browserKey = try P256.KeyAgreement.PublicKey(x963Representation: subscription.publicKey)
        let ownKey = Array(key.publicKey.x963Representation)
        let input = try key.sharedSecretFromKeyAgreement(with: browserKey).hkdfDerivedSymmetricKey(
            using: SHA256.self,
            salt: subscription.authenticationSecret,
            sharedInfo: Array("WebPush: info\0".utf8) + subscription.publicKey + ownKey,
            outputByteCount: 32
        )
        let contentKey = derive("Content-Encoding: aes128gcm\0", from: input, salt: salt, count: 16)
        let nonce = derive("Content-Encoding: nonce\0", from: input, salt: salt, count: 12)
        // The delimiter 2 marks the last record.
        let nonceData = try AES.GCM.Nonce(data: nonce.withUnsafeBytes { Array($0) })
        let sealed = try AES.GCM.seal(content + [2], using: contentKey, nonce: nonceData)
        let size = withUnsafeBytes(of: recordSize.bigEndian) { Array($0) }
        return salt + size + [UInt8(ownKey.count)] + ownKey + Array(sealed.ciphertext) + Array(sealed.tag)
    }

    private static func derive(_ info: String, from input: SymmetricKey, salt: [UInt8], count: Int) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: input, salt: salt, info: Array(info.utf8), outputByteCount: count)
    }
}
