package import AsyncPrimitives
package import Dispatch
import Synchronization

/// Texts on one subject of a NATS cluster: it connects, and again whenever the connection is lost, until it is closed.
package final class NATSChannel: Sendable {
    private enum State {
        case disconnected
        case connected(NATSConnection)
        case closed
    }

    private let servers: [NATSAddress]
    private let subject: String
    private let connectLimit: DispatchTimeInterval
    private let queue = DispatchQueue(label: "today.nats.channel")
    private let sending = DispatchQueue(label: "today.nats.sending")
    private let state = Mutex(State.disconnected)
    /// Raised when the channel is closed.
    private let closing = DispatchSemaphore(value: 0)

    /// Makes a channel, which connects when it begins to listen.
    ///
    /// - Parameters:
    ///   - servers: The servers of a cluster, at least one, which are tried in turn.
    ///   - subject: The subject, without spaces and wildcards.
    ///   - connectLimit: The longest time in which a server must accept a connection.
    /// - Throws: ``NATSError`` if the library, or a file that an address names, cannot be opened.
    package init(
        _ servers: [NATSAddress],
        subject: String,
        connectLimit: DispatchTimeInterval = .seconds(10)
    ) throws(NATSError) {
        for server in servers { _ = try NATSOptions(server) }
        self.servers = servers
        self.subject = subject
        self.connectLimit = connectLimit
    }

    /// Begins to listen, once; `receive` is called on the channel's thread, which it delays.
    package func listen(_ receive: @escaping @Sendable (ListenerEvent) -> Void) {
        queue.async { [self] in run(receive) }
    }

    /// Sends a text to the others that listen; it may be lost, and returns `false` if it is for lack of a connection.
    package func send(_ text: String) async -> Bool {
        guard case .connected(let connection) = state.withLock(\.self) else { return false }
        return await withCheckedContinuation { continuation in
            // A server that does not read lets the library block for two seconds.
            sending.async { continuation.resume(returning: connection.publish(text)) }
        }
    }

    /// Closes the channel; afterwards it receives nothing.
    package func close() async {
        let last = state.withLock { state in
            defer { state = .closed }
            return state
        }
        closing.signal()
        guard case .connected(let connection) = last else { return }
        await withCheckedContinuation { continuation in
            sending.async {
                connection.close()
                continuation.resume()
            }
        }
    }

    private func run(_ receive: (ListenerEvent) -> Void) {
        var attempts: [NATSAddress: NATSAttempt] = [:]
        var position = 0
        while !isClosed {
            let server = servers[position % servers.count]
            position += 1
            var wasConnected = false
            do throws(NATSError) {
                let connection = try connect(to: server, &attempts)
                guard change(to: .connected(connection)) else { return connection.close() }
                wasConnected = true
                receive(.connected)
                while true { try connection.next().map { receive($0.event) } }
            } catch {
                guard change(to: .disconnected) else { return }
                receive(.disconnected(reason: error.message))
            }
            if wasConnected || position % servers.count == 0 { pause() }
        }
    }

    private var isClosed: Bool {
        if case .closed = state.withLock(\.self) { true } else { false }
    }

    /// Changes the state, unless the channel is closed; then it returns `false`.
    private func change(to new: State) -> Bool {
        state.withLock { state in
            if case .closed = state { return false }
            state = new
            return true
        }
    }

    /// Connects to a server in a thread that is left alone if it takes too long; then the server is not asked again until
    /// that thread ends.
    private func connect(
        to server: NATSAddress,
        _ attempts: inout [NATSAddress: NATSAttempt]
    ) throws(NATSError) -> NATSConnection {
        if attempts[server]?.isOver == true { attempts[server] = nil }
        let isNew = attempts[server] == nil
        let attempt = attempts[server] ?? NATSAttempt(server, subject: subject)
        attempts[server] = attempt
        guard let result = attempt.wait(for: isNew ? connectLimit : .seconds(0)) else {
            throw NATSError("The NATS server at \(server) accepts a connection, but does not go on.")
        }
        attempts[server] = nil
        return try result.get()
    }

    /// Waits for a second with jitter, or until the channel is closed.
    private func pause() {
        _ = closing.wait(timeout: .now() + .milliseconds(.random(in: 1000...1500)))
    }
}

extension NATSConnection.Delivery {
    fileprivate var event: ListenerEvent {
        switch self {
        case .text(let text): .received(text)
        case .gap: .connected
        }
    }
}

/// One attempt to connect to a server, in a thread of its own.
private final class NATSAttempt: Sendable {
    private let result = Mutex<Result<NATSConnection, NATSError>?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    init(_ server: NATSAddress, subject: String) {
        DispatchQueue.global().async { [self] in
            let result: Result<NATSConnection, NATSError>
            do throws(NATSError) { result = .success(try NATSConnection(server, subject: subject)) } catch {
                result = .failure(error)
            }
            self.result.withLock { $0 = result }
            ended.signal()
        }
    }

    var isOver: Bool { result.withLock { $0 != nil } }

    /// Waits for the end; returns `nil` if it does not come in time.
    func wait(for limit: DispatchTimeInterval) -> Result<NATSConnection, NATSError>? {
        _ = ended.wait(timeout: .now() + limit)
        return result.withLock(\.self)
    }
}
