import CDBus
import Glibc

/// The part of a connection that calls libdbus; it belongs to one thread.
///
/// The connection is private to this object and does not end the program when the bus goes away. A message from the bus
/// may have 1 MiB; a longer one ends the connection. A call that is not answered within 30 seconds fails.
final class BusLoop {
    /// The largest size of a message, in bytes.
    static let messageLimit = 1 << 20
    /// The longest time until a reply arrives.
    static let replyLimit = Duration.seconds(30)
    private static let noMemory = BusError(message: "There is no memory left.")

    private let connection: OpaquePointer
    private let watches = BusWatches()
    private var waiting: [UInt32: (token: BusToken?, deadline: ContinuousClock.Instant)] = [:]

    /// Connects, and sends the greeting `Hello` to the bus; throws if no bus answers at the address.
    init(address: String) throws(BusError) {
        dbus_connection_set_change_sigpipe(0)
        var error = DBusError()
        dbus_error_init(&error)
        let opened = dbus_connection_open_private(address, &error)
        guard let opened else {
            let reason = BusMessageReader.name(error.message)
            dbus_error_free(&error)
            throw BusError(message: reason)
        }
        connection = opened
        dbus_connection_set_exit_on_disconnect(connection, 0)
        dbus_connection_set_max_message_size(connection, Self.messageLimit)
        dbus_connection_set_max_received_size(connection, 4 * Self.messageLimit)
        guard watches.follow(connection) else { throw Self.noMemory }
        try send(BusNames.hello, as: nil)
    }

    deinit {
        dbus_connection_close(connection)
        dbus_connection_unref(connection)
    }

    /// `true` if a message waits to be written, or a call to be answered.
    var isBusy: Bool { dbus_connection_has_messages_to_send(connection) != 0 || !waiting.isEmpty }

    /// Sends a call; its reply is received with the token; throws if there is no memory left.
    func send(_ call: BusCall, as token: BusToken?) throws(BusError) {
        guard let message = BusMessageWriter.message(for: call) else { throw Self.noMemory }
        defer { dbus_message_unref(message) }
        var serial: dbus_uint32_t = 0
        guard dbus_connection_send(connection, message, &serial) != 0 else { throw Self.noMemory }
        waiting[serial] = (token, .now + Self.replyLimit)
    }

    /// Waits for events for at most `limit`, or until a descriptor becomes readable, unless it is -1, and passes them
    /// on in order; throws if the bus closed or refused the connection.
    func runOnce(wake: Int32, limit: Duration?, _ receive: (BusEvent) -> Void) throws(BusError) {
        watches.wait(or: wake, milliseconds: wait(limit))
        while let message = dbus_connection_pop_message(connection) {
            defer { dbus_message_unref(message) }
            try handle(message, receive)
        }
        guard dbus_connection_get_is_connected(connection) != 0 else {
            throw BusError(message: "The bus closed the connection.")
        }
        let now = ContinuousClock.now
        for (serial, entry) in waiting where entry.deadline <= now {
            waiting[serial] = nil
            guard let token = entry.token else { throw BusError(message: "The bus does not answer.") }
            receive(.replied(token, .failure(BusReply.timeOut)))
        }
    }

    /// Sends a call and waits for its reply until a deadline, after which it throws, on a loop on which nothing else is
    /// sent; everything else that arrives is ignored.
    func reply(to call: BusCall, until deadline: ContinuousClock.Instant) throws(BusError) -> BusReply {
        let token = BusToken(number: 0)
        try send(call, as: token)
        var reply: BusReply?
        while true {
            let now = ContinuousClock.now
            guard now < deadline else { throw BusError(message: "\(call.destination) does not answer.") }
            try runOnce(wake: -1, limit: now.duration(to: deadline)) { event in
                if case .replied(token, let received) = event { reply = received }
            }
            if let reply { return reply }
        }
    }

    /// Returns the time to wait in milliseconds, until the limit or the first deadline; -1 if there is neither.
    private func wait(_ limit: Duration?) -> Int32 {
        let now = ContinuousClock.now
        let limits = [limit, waiting.values.map(\.deadline).min().map { now.duration(to: $0) }].compactMap(\.self)
        guard let first = limits.min() else { return -1 }
        // One millisecond is added, so that the deadline has passed then.
        return Int32(
            clamping: max(0, first.components.seconds * 1000 + first.components.attoseconds / 1_000_000_000_000_000) + 1
        )
    }

    private func handle(_ message: OpaquePointer, _ receive: (BusEvent) -> Void) throws(BusError) {
        switch dbus_message_get_type(message) {
        case DBUS_MESSAGE_TYPE_METHOD_RETURN:
            try replied(to: message, .values(BusMessageReader.arguments(of: message)), receive)
        case DBUS_MESSAGE_TYPE_ERROR:
            try replied(to: message, .failure(BusMessageReader.name(dbus_message_get_error_name(message))), receive)
        case DBUS_MESSAGE_TYPE_SIGNAL:
            let signal = BusSignal(
                sender: BusMessageReader.name(dbus_message_get_sender(message)),
                interface: BusMessageReader.name(dbus_message_get_interface(message)),
                member: BusMessageReader.name(dbus_message_get_member(message)),
                arguments: BusMessageReader.arguments(of: message)
            )
            receive(.signal(signal))
        default: refuse(message)
        }
    }

    private func replied(to message: OpaquePointer, _ reply: BusReply, _ receive: (BusEvent) -> Void) throws(BusError) {
        guard let entry = waiting.removeValue(forKey: dbus_message_get_reply_serial(message)) else { return }
        if let token = entry.token { return receive(.replied(token, reply)) }
        // The greeting is the one call without a token.
        guard case .values = reply else { throw BusError(message: "The bus does not take this program in.") }
        receive(.connected)
    }

    /// Answers a call from another program with an error, since this one offers no methods.
    private func refuse(_ message: OpaquePointer) {
        guard dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL, dbus_message_get_no_reply(message) == 0,
            let answer = dbus_message_new_error(
                message,
                "org.freedesktop.DBus.Error.UnknownMethod",
                "This program offers nothing on the bus."
            )
        else { return }
        dbus_connection_send(connection, answer, nil)
        dbus_message_unref(answer)
    }
}

/// The watches of a libdbus connection, on the thread of the connection.
final class BusWatches {
    private var watches: [OpaquePointer] = []

    /// Registers the watches of a connection, which must be released before this object; returns `false` if there was
    /// not enough memory.
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
            { _, _ in },  // ``wait(or:milliseconds:)`` asks each time whether a watch is enabled.
            Unmanaged.passUnretained(self).toOpaque(),
            nil
        ) != 0
    }

    /// Waits until the socket becomes readable or writable, another descriptor becomes readable, or the time is over;
    /// -1 for no limit.
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
        // Handling one watch may remove another.
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
