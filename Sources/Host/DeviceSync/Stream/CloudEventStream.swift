import AsyncPrimitives
import HostModel
import JSON
package import ServerSentEvents
import Synchronization
import TodayProtocol

/// One connection to a cloud's event stream, from its first event to its end.
package struct CloudEventStream: Sendable {
    package enum Event: Hashable, Sendable {
        /// The stream is open; this is the first event, and the only one of its kind.
        case hello(StreamHello)
        /// Events in ascending order of their numbers.
        case events([ServerSentEvent])
    }

    let api: DeviceAPI
    let clock: any Clock<Duration>

    /// Receives events with numbers above `sequence` until the stream ends, breaks or is silent for two and a half
    /// heartbeats, even before its first event; the next event is read when `receive` has returned.
    ///
    /// - Throws: ``CloudFailure``, or what `receive` throws. It always throws, since a stream has no regular end.
    @concurrent
    package func run(
        after sequence: Int64,
        _ receive: @escaping @Sendable (Event) async throws -> Void
    ) async throws -> Never {
        let heartbeats = HeartbeatMonitor(clock: clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.read(after: sequence, heartbeats, receive) }
            group.addTask {
                try await heartbeats.wait()
                throw CloudFailure(.timedOut, .cloudStoppedResponding, phrase: .cloudStoppedRespondingPhrase)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        throw CloudFailure.connectionEnded()
    }

    private func read(
        after sequence: Int64,
        _ heartbeats: HeartbeatMonitor,
        _ receive: @Sendable (Event) async throws -> Void
    ) async throws {
        var parser = ServerSentEventParser(limit: ServerSentEvent.cloudLimit, repeatsID: false)
        var last = sequence
        var isOpen = false
        let refusal = try await api.transport.stream(api.streamRequest(after: sequence)) { bytes in
            heartbeats.recordActivity()
            var events: [ServerSentEvent]
            do { events = try parser.append(bytes) } catch {
                throw CloudFailure(.malformed, .cloudEventTooLarge, phrase: .cloudEventTooLargePhrase, cause: error)
            }
            if !isOpen, !events.isEmpty {
                let first = events.removeFirst()
                guard first.name == "hello", let hello = StreamHello(first) else {
                    throw CloudFailure.malformed(api.address)
                }
                isOpen = true
                heartbeats.recordActivity(silenceLimit: hello.silenceLimit)
                try await receive(.hello(hello))
            }
            var new: [ServerSentEvent] = []
            for event in events {
                guard let number = event.sequence, number > last else { continue }
                last = number
                new.append(event)
            }
            if !new.isEmpty { try await receive(.events(new)) }
            // The time spent in `receive` does not count as silence of the cloud.
            heartbeats.recordActivity()
        }
        if let refusal { throw CloudFailure(refusal, from: api.address) }
    }
}

package struct StreamHello: Hashable, Sendable {
    /// Name of the cloud's database to which sequence numbers belong.
    package var epoch: String
    /// Longest interval between two transmissions, in seconds.
    package var heartbeat: Int
    /// Number of the last event in the cloud's database; `nil` if the cloud does not say.
    package var sequence: Int64?
}

extension StreamHello {
    /// Parses the event, with a heartbeat of 1 to 12 seconds, so that a dead link is noticed within 30; `nil` if
    /// malformed.
    init?(_ event: ServerSentEvent) {
        guard let json = try? JSONValue(parsing: event.bytes, depthLimit: 16), let epoch = json["epoch"]?.stringValue,
            (1...512).contains(epoch.utf8.count)
        else { return nil }
        self.init(
            epoch: epoch,
            heartbeat: min(max(json["heartbeat"]?.integerValue ?? 12, 1), 12),
            sequence: json["sequence"]?.integerValue.flatMap { $0 >= 0 ? Int64($0) : nil }
        )
    }

    var silenceLimit: Duration { .milliseconds(heartbeat * 2500) }
}

/// Detects that a stream has been silent for too long; activity only moves the deadline and wakes no task.
final class HeartbeatMonitor: Sendable {
    private struct State {
        /// Time of the last activity, as the duration since the start.
        var last = Duration.zero
        var silenceLimit = Duration.seconds(30)
    }

    private let state = Mutex(State())
    private let elapsed: @Sendable () -> Duration
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) {
        self.clock = clock
        elapsed = clock.stopwatch()
    }

    /// Records activity, and changes the limit if one is given.
    func recordActivity(silenceLimit: Duration? = nil) {
        let now = elapsed()
        state.withLock { state in
            state.last = now
            if let silenceLimit { state.silenceLimit = silenceLimit }
        }
    }

    /// Waits until the stream has been silent for the limit; throws `CancellationError` if the task is cancelled.
    func wait() async throws {
        while true {
            let rest = state.withLock { $0.last + $0.silenceLimit } - elapsed()
            guard rest > .zero else { return }
            try await clock.sleep(for: rest)
        }
    }
}

extension ServerSentEvent {
    /// Largest size of an event of a cloud, in bytes.
    package static let cloudLimit = 1024 * 1024

    /// Number of a cloud's event; `nil` for `hello` and for an id that is not a positive number.
    package var sequence: Int64? { id.flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } }
}
