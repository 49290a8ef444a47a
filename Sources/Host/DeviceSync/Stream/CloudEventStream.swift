import JSON
import Synchronization

/// One connection to a cloud's event stream, from its greeting to its end.
package struct CloudEventStream: Sendable {
    /// What happens on a stream.
    package enum Event: Hashable, Sendable {
        /// The stream is open; comes once, first.
        case hello(StreamHello)
        /// Events, in the order of their numbers, which all are greater than those before.
        case events([CloudEvent])
    }

    private let api: DeviceAPI
    private let clock: any Clock<Duration>

    /// Prepares a stream; nothing is connected before ``run(after:_:)``.
    package init(api: DeviceAPI, clock: any Clock<Duration>) {
        self.api = api
        self.clock = clock
    }

    /// Receives what happens until the stream ends, falls silent or breaks.
    ///
    /// A stream that has been silent for two and a half heartbeats is dead, also while its greeting is awaited. Events that
    /// were there before, as after a repeated beginning, are passed over.
    ///
    /// - Parameters:
    ///   - sequence: The number of the last event that was taken in.
    ///   - receive: Called for each happening, in order; the next waits for it, and so does the cloud. What it
    ///     throws ends the stream.
    /// - Throws: ``CloudFailure``, or what `receive` throws. It always throws: a stream has no good end.
    @concurrent
    package func run(
        after sequence: Int64,
        _ receive: @escaping @Sendable (Event) async throws -> Void
    ) async throws -> Never {
        let silence = HeartbeatMonitor(clock: clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.read(after: sequence, silence, receive) }
            group.addTask {
                try await silence.wait()
                throw CloudFailure(.timedOut, "the cloud fell silent.")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        throw CloudFailure(.unreachable, "the cloud ended the connection.")
    }

    private func read(
        after sequence: Int64,
        _ silence: HeartbeatMonitor,
        _ receive: @Sendable (Event) async throws -> Void
    ) async throws {
        var parser = CloudEventParser()
        var last = sequence
        var isOpen = false
        let refusal = try await api.transport.stream(api.streamRequest(after: sequence)) { bytes in
            silence.note()
            var events: [CloudEvent]
            do { events = try parser.append(bytes) } catch {
                throw CloudFailure(.malformed, "the cloud sent an event that is too large.", cause: error)
            }
            if !isOpen, !events.isEmpty {
                let first = events.removeFirst()
                guard first.kind == "hello", let hello = StreamHello(first) else {
                    throw CloudFailure.malformed(api.address)
                }
                isOpen = true
                silence.note(patience: hello.patience)
                try await receive(.hello(hello))
            }
            var new: [CloudEvent] = []
            for event in events {
                guard let number = event.sequence, number > last else { continue }
                last = number
                new.append(event)
            }
            if !new.isEmpty { try await receive(.events(new)) }
            // What took long here was not the cloud's silence.
            silence.note()
        }
        if let refusal { throw CloudFailure(refusal, from: api.address) }
    }
}

/// What a stream says first.
package struct StreamHello: Hashable, Sendable {
    /// The name of the cloud's database, to which sequence numbers belong.
    package var epoch: String
    /// How many seconds there are at most between two signs of life.
    package var heartbeat: Int
    /// The number of the last event that the cloud has made for anybody; none if it does not say.
    package var sequence: Int64?

    /// Describes a greeting.
    package init(epoch: String, heartbeat: Int, sequence: Int64? = nil) {
        self.epoch = epoch
        self.heartbeat = heartbeat
        self.sequence = sequence
    }

    /// Reads the event; none if it is malformed.
    ///
    /// A heartbeat is taken for 1 to 12 seconds whatever is said, so that a dead link is noticed within 30.
    init?(_ event: CloudEvent) {
        guard let json = try? JSONValue(parsing: event.data, depthLimit: 16), let epoch = json["epoch"]?.stringValue,
            (1...512).contains(epoch.utf8.count)
        else { return nil }
        self.init(
            epoch: epoch,
            heartbeat: min(max(json["heartbeat"]?.integerValue ?? 12, 1), 12),
            sequence: json["sequence"]?.integerValue.flatMap { $0 >= 0 ? Int64($0) : nil }
        )
    }

    /// After how much silence the link is dead.
    var patience: Duration { .milliseconds(heartbeat * 2500) }
}

/// Notices that a stream has been silent for too long.
///
/// A sign of life only moves the time; nobody is woken by it.
final class HeartbeatMonitor: Sendable {
    private struct State {
        /// How long after the beginning the last sign of life came.
        var last = Duration.zero
        var patience = Duration.seconds(30)
    }

    private let state = Mutex(State())
    private let stopwatch: Stopwatch
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) {
        self.clock = clock
        stopwatch = Stopwatch(clock)
    }

    /// Notes a sign of life, and how long the next one may take if that is another time.
    func note(patience: Duration? = nil) {
        let now = stopwatch.elapsed
        state.withLock { state in
            state.last = now
            if let patience { state.patience = patience }
        }
    }

    /// Returns when there was none for too long.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait() async throws {
        while true {
            let rest = state.withLock { $0.last + $0.patience } - stopwatch.elapsed
            guard rest > .zero else { return }
            try await clock.sleep(for: rest)
        }
    }
}
