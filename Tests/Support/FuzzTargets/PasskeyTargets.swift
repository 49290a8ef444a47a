#if DEBUG
    import WebAuthn

    extension FuzzTarget {
        /// Reads what a browser sends of a passkey: the client data, and behind a line feed the authenticator's.
        static let passkeys = FuzzTarget("passkeys") { input in
            let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
            _ = try? ClientData(json: Array(parts[0]))
            guard parts.count == 2 else { return nil }
            let bytes = Array(parts[1])
            guard let data = try? AuthenticatorData(bytes) else { return nil }
            guard Array(bytes[..<32]) == data.relyingPartyHash, bytes[32] == data.flags.rawValue else {
                return "the beginning is another one"
            }
            guard data.flags.contains(.hasCredential) == (data.credential != nil) else {
                return "the flags do not say whether there is a credential"
            }
            guard let credential = data.credential else { return nil }
            guard (1...AuthenticatorData.maximumIDLength).contains(credential.id.count),
                bytes[55...].starts(with: credential.id)
            else { return "the id is \(credential.id.count) bytes that were not sent" }
            return credential.publicKey.count == 65 && credential.publicKey[0] == 4 ? nil : "the key is no point"
        }
    }
#endif
