import Synchronization

/// What waits to be written to one stream.
///
/// Events come in the order of their commits. If the stream is too slow for them they are dropped here, and the stream
/// reads the store instead. One stream reads a mailbox.
package final class Mailbox<Event: Hashable & Sendable>: Sendable {
    /// What the stream has to do next.
    package enum Work: Hashable, Sendable {
        /// Write these events.
        case events([Event])
        /// Read the store: events may be missing here.
        case catchUp
        /// Write a heartbeat.
        case heartbeat
        /// End.
        case end
    }

    /// How many events wait at most.
    package static var capacity: Int { 256 }

    private struct State {
        var events: [Event] = []
        var needsCatchUp = false
        var needsHeartbeat = false
        var hasEnded = false
        var reader: CheckedContinuation<Void, Never>?

        var hasWork: Bool { hasEnded || needsCatchUp || needsHeartbeat || !events.isEmpty }

        mutating func take() -> Work? {
            if hasEnded { return .end }
            if needsCatchUp {
                needsCatchUp = false
                events = []
                return .catchUp
            }
            if !events.isEmpty {
                defer { events = [] }
                return .events(events)
            }
            guard needsHeartbeat else { return nil }
            needsHeartbeat = false
            return .heartbeat
        }
    }

    private let state = Mutex(State())

    /// Whether the stream waits, and has nothing to do.
    var isAwaited: Bool { state.withLock { $0.reader != nil && !$0.hasWork } }

    /// Makes an empty mailbox.
    package init() {}

    /// Puts an event in.
    func add(_ event: Event) {
        change { state in
            guard !state.needsCatchUp else { return }
            if state.events.count < Self.capacity {
                state.events.append(event)
            } else {
                state.events = []
                state.needsCatchUp = true
            }
        }
    }

    /// Lets an event pass the mailbox by, if its stream waits for work; else puts it in.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - claim: Is asked if the stream waits, before it can be woken: whether the caller writes the event now.
    /// - Returns: Whether the event passed; then the caller writes it before the stream can write anything else.
    func pass(_ event: Event, if claim: () -> Bool) -> Bool {
        let passed = state.withLock { state in state.reader != nil && !state.hasWork && claim() }
        if !passed { add(event) }
        return passed
    }

    /// Asks the stream to read the store.
    func catchUp() { change { $0.needsCatchUp = true } }

    /// Asks for a heartbeat.
    package func beat() { change { $0.needsHeartbeat = true } }

    /// Ends the stream.
    package func end() { change { $0.hasEnded = true } }

    /// Waits for work; cancellation counts as the end.
    package func next() async -> Work {
        while true {
            if let work = state.withLock({ $0.take() }) { return work }
            if Task.isCancelled { return .end }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let goesOn = state.withLock { state in
                        if state.hasWork || Task.isCancelled { return true }
                        state.reader = continuation
                        return false
                    }
                    if goesOn { continuation.resume() }
                }
            } onCancel: {
                end()
            }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let reader = state.withLock { state in
            body(&state)
            guard state.hasWork else { return nil as CheckedContinuation<Void, Never>? }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }
}
