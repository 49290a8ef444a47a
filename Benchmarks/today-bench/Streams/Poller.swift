import CEpoll
import Glibc

/// The descriptors that one thread waits for, each with a number of the caller's.
struct Poller: ~Copyable {
    /// What became possible on a descriptor.
    struct Readiness {
        /// The number that the descriptor was added with.
        var number: Int
        /// Whether it can be written to.
        var isWritable: Bool
    }

    private static let batch = 1024

    private let descriptor: Int32
    private let ready: UnsafeMutablePointer<epoll_event>

    /// Makes an empty set.
    init() throws {
        descriptor = epoll_create1(0)
        guard descriptor >= 0 else { throw LoadError("epoll is not to be had: error \(errno).") }
        ready = .allocate(capacity: Self.batch)
    }

    deinit {
        ready.deallocate()
        close(descriptor)
    }

    /// Waits until a descriptor can be written to.
    func addWriter(_ file: Int32, number: Int) throws { try control(EPOLL_CTL_ADD, file, number, EPOLLOUT) }

    /// Waits until a descriptor can be read.
    func addReader(_ file: Int32, number: Int) throws { try control(EPOLL_CTL_ADD, file, number, EPOLLIN) }

    /// Waits until a descriptor that was added can be read, no longer until it can be written to.
    func makeReader(_ file: Int32, number: Int) throws { try control(EPOLL_CTL_MOD, file, number, EPOLLIN) }

    /// Waits until something is possible, and hands each to `body`; ends after some time in any case.
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
