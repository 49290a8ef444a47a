import CardRendering
package import HostModel
import ProcessHost
import TodayProtocol

/// Makes keys and signs bundles with them.
package enum BundleSigner {
    /// Makes a key in a new file that only its owner can read, and returns its fingerprint.
    package static func makeKey(at file: String) throws(HostError) -> String {
        let key = SigningKey()
        do throws(SigningKeyError) { try key.write(to: file) } catch { throw failure(error) }
        return key.fingerprint
    }

    /// Signs a bundle with the key in a file, and returns the app with its version and identifier.
    package static func sign(_ bundle: String, withKeyAt file: String) throws(HostError) -> (
        app: String, signer: String
    ) {
        let key: SigningKey
        do throws(SigningKeyError) { key = try SigningKey(file: file) } catch { throw failure(error) }
        do throws(BundleError) {
            let manifest = try key.sign(bundle)
            return ("\(manifest.name.fallback) \(manifest.version) (\(manifest.id))", key.fingerprint)
        } catch {
            throw HostError(.badBundle, .text(error.description), cause: error)
        }
    }

    private static func failure(_ error: SigningKeyError) -> HostError {
        HostError(.invalid, .text(TerminalText.safe(error.message)), cause: error)
    }
}
