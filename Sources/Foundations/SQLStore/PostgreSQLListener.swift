package import AsyncPrimitives
import Dispatch
import Synchronization

/// A connection that listens on a channel of PostgreSQL (`LISTEN`), on a thread of its own, until it is closed.
package final class PostgreSQLListener: Sendable {
    private static let retryPause = DispatchTimeInterval.seconds(1)
    /// The longest time until it notices that it was closed, in seconds.
    private static let closingInterval = 0.5

    private let address: PostgreSQLAddress
    private let channel: String
    private let queue = DispatchQueue(label: "today.cloud.listener")
    private let isClosed = Atomic(false)
    private let receive: @Sendable (ListenerEvent) -> Void

    /// Begins to listen on a channel, whose name is an identifier; `receive` is called on the listener's thread.
    package init(
        _ address: PostgreSQLAddress,
        channel: String,
        _ receive: @escaping @Sendable (ListenerEvent) -> Void
    ) {
        self.address = address
        self.channel = channel
        self.receive = receive
        queue.async { [self] in listen() }
    }

    package func close() { isClosed.store(true, ordering: .releasing) }

    /// Connects and listens until the connection is lost; then does so again after a pause.
    private func listen() {
        guard !isClosed.load(ordering: .acquiring) else { return }
        do {
            let connection = try address.connect()
            try connection.execute("LISTEN \(channel)")
            receive(.connected)
            while !isClosed.load(ordering: .acquiring) {
                for payload in try connection.notifications(within: Self.closingInterval) {
                    receive(.received(payload))
                }
            }
        } catch {
            receive(.disconnected(reason: "\(error)"))
            queue.asyncAfter(deadline: .now() + Self.retryPause) { [self] in listen() }
        }
    }
}
