import CDBus
import Glibc

/// What libdbus wants to be told of its socket; lives on the thread of the connection.
final class BusWatches {
    private var watches: [OpaquePointer] = []

    /// Follows a connection until it is released, which must be before this object is.
    ///
    /// - Returns: Whether there was memory for it.
    func follow(_ connection: OpaquePointer) -> Bool {
        dbus_connection_set_watch_functions(
            connection,
            { watch, data in
                guard let watch, let data else { return 0 }
                Unmanaged<BusWatches>.fromOpaque(data).takeUnretainedValue().watches.append(watch)
                return 1
            },
            { watch, data in
                guard let watch, let data else { return }
                Unmanaged<BusWatches>.fromOpaque(data).takeUnretainedValue().watches.removeAll { $0 == watch }
            },
            { _, _ in },  // Whether a watch is on is asked before each wait.
            Unmanaged.passUnretained(self).toOpaque(),
            nil
        ) != 0
    }

    /// Waits until there is something to read or room to write, until another descriptor can be read, or for a time.
    ///
    /// - Parameters:
    ///   - wake: The other descriptor.
    ///   - milliseconds: For how long; -1 for as long as it takes.
    func wait(or wake: Int32, milliseconds: Int32) {
        let wanted = watches.filter { dbus_watch_get_enabled($0) != 0 }
        var descriptors = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
        for watch in wanted {
            let flags = dbus_watch_get_flags(watch)
            var events: Int16 = 0
            if flags & DBUS_WATCH_READABLE.rawValue != 0 { events |= Int16(POLLIN) }
            if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { events |= Int16(POLLOUT) }
            descriptors.append(pollfd(fd: dbus_watch_get_unix_fd(watch), events: events, revents: 0))
        }
        guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return }
        // To handle one watch may end another.
        for (watch, descriptor) in zip(wanted, descriptors.dropFirst())
        where descriptor.revents != 0 && watches.contains(watch) {
            dbus_watch_handle(watch, Self.flags(descriptor.revents))
        }
    }

    private static func flags(_ events: Int16) -> UInt32 {
        let events = Int32(events)
        var flags: UInt32 = 0
        if events & POLLIN != 0 { flags |= DBUS_WATCH_READABLE.rawValue }
        if events & POLLOUT != 0 { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if events & (POLLERR | POLLNVAL) != 0 { flags |= DBUS_WATCH_ERROR.rawValue }
        if events & POLLHUP != 0 { flags |= DBUS_WATCH_HANGUP.rawValue }
        return flags
    }
}
