import CEpoll
import Glibc

/// The descriptors that one thread waits for, each with a number chosen by the caller.
struct Poller: ~Copyable {
    /// The state of a descriptor that is ready.
    struct Readiness {
        /// The number with which the descriptor was added.
        var number: Int
        /// Whether it is ready for writing.
        var isWritable: Bool
    }

    private static let batch = 1024

    private let descriptor: Int32
    private let ready: UnsafeMutablePointer<epoll_event>

    /// Creates an empty set.
    init() throws {
        descriptor = epoll_create1(0)
        guard descriptor >= 0 else { throw LoadError("epoll is not to be had: error \(errno).") }
        ready = .allocate(capacity: Self.batch)
    }

    deinit {
        ready.deallocate()
        close(descriptor)
    }

    /// Adds a descriptor and waits until it is ready for writing.
    func addWriter(_ file: Int32, number: Int) throws { try control(EPOLL_CTL_ADD, file, number, EPOLLOUT) }

    /// Adds a descriptor and waits until it is ready for reading.
    func addReader(_ file: Int32, number: Int) throws { try control(EPOLL_CTL_ADD, file, number, EPOLLIN) }

    /// Waits until an added descriptor is ready for reading, and no longer for writing.
    func makeReader(_ file: Int32, number: Int) throws { try control(EPOLL_CTL_MOD, file, number, EPOLLIN) }

    /// Waits until descriptors are ready or a timeout passes, and calls `body` for each.
    func wait(milliseconds: Int32, _ body: (Readiness) throws -> Void) throws {
        let count = epoll_wait(descriptor, ready, Int32(Self.batch), milliseconds)
        guard count >= 0 || errno == EINTR else { throw LoadError("epoll_wait failed: error \(errno).") }
        for index in 0..<max(0, Int(count)) {
            let event = ready[index]
            try body(Readiness(number: Int(event.data.u64), isWritable: event.events & EPOLLOUT.rawValue != 0))
        }
    }

    private func control(_ operation: Int32, _ file: Int32, _ number: Int, _ events: EPOLL_EVENTS) throws {
        var event = epoll_event(events: events.rawValue, data: epoll_data_t(u64: UInt64(number)))
        guard epoll_ctl(descriptor, operation, file, &event) == 0 else {
            throw LoadError("epoll_ctl failed: error \(errno).")
        }
    }
}

/// Non-blocking TCP connections to this machine.
enum LoadSocket {
    /// Starts to connect to a port on loopback.
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

    /// Writes a request, which must fit into the kernel's buffer.
    static func write(_ request: [UInt8], to file: Int32) throws {
        let written = request.withUnsafeBytes { send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard written == request.count else {
            throw LoadError("A request could not be sent: \(written) of \(request.count) bytes, error \(errno).")
        }
    }
}
