import CLinux
import Foundation
package import Logging
import NIOCore
import NIOPosix
package import NIOSSL
import Synchronization

/// A server's certificate and its private key, in two PEM files that may be replaced while the server runs.
///
/// Every new connection uses the current content of the files. If they cannot be used, for example because the new
/// certificate's key is not written yet, the last good pair stays in use.
package final class ServerCertificate: Sendable {
    /// The reason why the files cannot be used, as a sentence that names the file.
    package struct LoadError: Error, CustomStringConvertible {
        package let description: String
    }

    /// The attributes that change when a file is replaced.
    private typealias Versions = [[Int64]?]

    private struct State {
        var versions: Versions
        var chain: [NIOSSLCertificate]
        var key: NIOSSLPrivateKey
    }

    /// The largest file that is read, in bytes.
    private static let sizeLimit = 1 << 20

    private let certificatePath: String
    private let keyPath: String
    private let logger: Logger
    private let state: Mutex<State>

    /// Reads a file with the server's certificate and, after it, the intermediate ones, and a file with its private
    /// key, which has no passphrase; the log gets a line when the files are read again or are unusable.
    package init(certificate certificatePath: String, key keyPath: String, logger: Logger) throws(LoadError) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
        self.logger = logger
        let versions = Self.versions(certificatePath, keyPath)
        let (chain, key) = try Self.load(certificatePath, keyPath)
        state = Mutex(State(versions: versions, chain: chain, key: key))
    }

    /// The configuration of a server that speaks TLS 1.2 or 1.3 with the certificate.
    package var configuration: TLSConfiguration {
        let (chain, key) = state.withLock { ($0.chain, $0.key) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.sslContextCallback = { [self] _, promise in
            guard hasChanged else { return promise.succeed(override) }
            // Not on the event loop: a file that cannot be used would leave errors in the thread's error queue, and the
            // handshake would take them for its own.
            NIOThreadPool.singleton.runIfActive(eventLoop: promise.futureResult.eventLoop) {
                self.reload()
                return self.override
            }.cascade(to: promise)
        }
        return configuration
    }

    /// The certificate and the key of a new connection.
    private var override: NIOSSLContextConfigurationOverride {
        state.withLock { state in
            var override = NIOSSLContextConfigurationOverride()
            override.certificateChain = state.chain.map { .certificate($0) }
            override.privateKey = .privateKey(state.key)
            return override
        }
    }

    private var hasChanged: Bool {
        let versions = Self.versions(certificatePath, keyPath)
        return state.withLock { $0.versions != versions }
    }

    private func reload() {
        state.withLock { state in
            let versions = Self.versions(certificatePath, keyPath)
            guard versions != state.versions else { return }
            state.versions = versions
            do {
                (state.chain, state.key) = try Self.load(certificatePath, keyPath)
                logger.notice("New connections use the new certificate")
            } catch {
                logger.error("The new certificate cannot be used; the old one stays", metadata: ["error": "\(error)"])
            }
        }
    }

    private static func versions(_ paths: String...) -> Versions {
        paths.map { path in
            var version = clinux_file_version()
            guard clinux_read_file_version(path, &version) == 0 else { return nil }
            return [Int64(bitPattern: version.inode), version.size, version.seconds, version.nanoseconds]
        }
    }

    private static func load(
        _ certificatePath: String,
        _ keyPath: String
    ) throws(LoadError) -> ([NIOSSLCertificate], NIOSSLPrivateKey) {
        let certificate = Array(try read(certificatePath))
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificate) else {
            throw LoadError(description: "\(certificatePath) holds no certificate in PEM format.")
        }
        let secret = Array(try read(keyPath))
        guard let key = try? NIOSSLPrivateKey(bytes: secret, format: .pem) else {
            throw LoadError(description: "\(keyPath) holds no private key in PEM format, or one with a passphrase.")
        }
        // A mismatch of certificate and key is found here, not by the first browser.
        let trial = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        do { _ = try NIOSSLContext(configuration: trial) } catch {
            let reason = "The key in \(keyPath) does not belong to the certificate in \(certificatePath)."
            throw LoadError(description: reason)
        }
        return (chain, key)
    }

    private static func read(_ path: String) throws(LoadError) -> Data {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            let data = try file.read(upToCount: sizeLimit + 1) ?? Data()
            guard data.count <= sizeLimit else {
                throw LoadError(description: "\(path) is larger than \(sizeLimit) bytes.")
            }
            return data
        } catch let error as LoadError {
            throw error
        } catch {
            throw LoadError(description: "\(path) cannot be read.")
        }
    }
}
