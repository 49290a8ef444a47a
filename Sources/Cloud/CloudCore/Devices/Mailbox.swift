import Synchronization

/// The events and requests that wait for one stream.
///
/// Events are added in the order of their commits. If the stream is too slow, the mailbox drops them, and the stream
/// reads the store instead. Only one task may read a mailbox.
package final class Mailbox<Event: Hashable & Sendable>: Sendable {
    package enum Work: Hashable, Sendable {
        case events([Event])
        /// Read the store, because events were dropped.
        case catchUp
        case heartbeat
        case end
    }

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

    package init() {}

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

    func catchUp() { change { $0.needsCatchUp = true } }

    package func requestHeartbeat() { change { $0.needsHeartbeat = true } }

    package func end() { change { $0.hasEnded = true } }

    /// Waits for the next work; returns `end` if the task is cancelled.
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
