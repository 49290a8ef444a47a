import Synchronization

/// One connection to a cloud's event stream, from its greeting to its end.
package struct EventStream: Sendable {
    /// What happens on a stream.
    package enum Happening: Hashable, Sendable {
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
        _ receive: @escaping @Sendable (Happening) async throws -> Void
    ) async throws -> Never {
        let silence = Silence(clock: clock)
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
        _ silence: Silence,
        _ receive: @Sendable (Happening) async throws -> Void
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
