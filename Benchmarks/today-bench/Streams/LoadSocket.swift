import Glibc

/// TCP connections to this machine that never block.
enum LoadSocket {
    /// Begins to connect to a port on loopback.
    static func connect(to port: UInt16) throws -> Int32 {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard file >= 0 else {
            throw LoadError(
                "No more connections can be opened: error \(errno). Raise the limit of open files (ulimit -n)."
            )
        }
        var one: Int32 = 1
        setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                Glibc.connect(file, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 || errno == EINPROGRESS else {
            let code = errno
            close(file)
            throw LoadError("Connecting to port \(port) failed: error \(code).")
        }
        return file
    }

    /// Writes a request, which is small enough to fit into what the kernel keeps.
    static func write(_ request: [UInt8], to file: Int32) throws {
        let written = request.withUnsafeBytes { send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard written == request.count else {
            throw LoadError("A request could not be sent: \(written) of \(request.count) bytes, error \(errno).")
        }
    }
}
