import Foundation

/// A port of this machine that listens and never answers; it knows whether somebody has connected.
package final class ListeningPort: Sendable {
    /// The port.
    package let port: Int
    private let descriptor: Int32

    /// Listens on a loopback address.
    ///
    /// - Parameters:
    ///   - address: The address, 127.0.0.1 unless another is given.
    ///   - port: The port; 0 for any that is free.
    /// - Throws: An error of POSIX.
    package init(on address: String = "127.0.0.1", port: Int = 0) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(port).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, isBound) = (descriptor, inet_pton(AF_INET, address, &name.sin_addr) == 1)
        let isListening = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                isBound && bind(descriptor, pointer, size) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, pointer, &size) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        self.port = Int(in_port_t(bigEndian: name.sin_port))
    }

    deinit { close(descriptor) }

    /// Whether there is a connection that was not asked about before.
    package var hasConnection: Bool {
        let connection = accept(descriptor, nil, nil)
        if connection >= 0 { close(connection) }
        return connection >= 0
    }
}
