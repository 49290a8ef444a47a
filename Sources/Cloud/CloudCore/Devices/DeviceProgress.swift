import CloudStorage

/// What a stream has written, and where its next event comes from; a value without I/O, so that it can be simulated.
///
/// Events that follow the last one are written at once. After a gap the stream reads the store: with several connections
/// to a database, or several nodes, commits are reported in any order, and some are not reported at all.
struct DeviceProgress {
    /// What the stream must do.
    struct Step {
        /// The events to write, in order.
        var events: [DeviceEvent] = []
        /// `true` if the store must be read after ``DeviceProgress/position``, and the answer be passed to
        /// ``DeviceProgress/receive(_:hasMore:isWritable:)``.
        var needsStore = false
    }

    private enum State {
        case opening
        /// The device has all events.
        case current
        /// Events were dropped, and the client is too slow.
        case behind
        /// The store is read, or is about to be. New events wait; `nil` if there were too many, and the store must be
        /// read again.
        case reading([DeviceEvent]?)
    }

    private var state = State.opening
    /// The number of the last event that was written, or that the device had received before.
    private(set) var position: Int64

    init(position: Int64) { self.position = position }

    /// `false` until the stream was opened.
    var isOpen: Bool { if case .opening = state { false } else { true } }

    mutating func open() -> Step { read() }

    /// Takes an event that was just committed.
    mutating func accept(_ event: DeviceEvent, isWritable: Bool) -> Step {
        switch state {
        case .current:
            guard event.sequence > position else { return Step() }
            guard isWritable else {
                state = .behind
                return Step()
            }
            guard [event].isSequence(after: position) else { return read() }
            position = event.sequence
            return Step(events: [event])
        case .reading(let waiting?):
            state = .reading(waiting.count < DeviceMailbox.capacity ? waiting + [event] : nil)
        case .reading(nil), .opening, .behind: break
        }
        return Step()
    }

    /// Learns that the store has events up to a number.
    mutating func catchUp(to sequence: Int64, isWritable: Bool) -> Step {
        guard position < sequence else { return Step() }
        switch state {
        case .current: return read(isWritable: isWritable)
        case .reading: state = .reading(nil)
        case .opening, .behind: break
        }
        return Step()
    }

    mutating func becomeWritable() -> Step {
        if case .behind = state { read() } else { Step() }
    }

    /// Takes the events that the store had after ``position``, or only the first of them if there are more.
    ///
    /// `last` is the number of the device's last event, of which the store had told before: up to it nothing is missing,
    /// though later events may have expired.
    mutating func receive(_ page: [DeviceEvent], last: Int64 = 0, hasMore: Bool, isWritable: Bool) -> Step {
        guard case .reading(let waiting) = state else { return Step() }
        position = max(page.last?.sequence ?? position, hasMore ? 0 : last)
        let new = waiting?.filter { $0.sequence > position }.sorted { $0.sequence < $1.sequence }
        guard let new, !hasMore, new.isSequence(after: position) else {
            var step = read(isWritable: isWritable)
            step.events = page
            return step
        }
        position = new.last?.sequence ?? position
        state = .current
        return Step(events: page + new)
    }

    private mutating func read(isWritable: Bool = true) -> Step {
        state = isWritable ? .reading([]) : .behind
        return Step(needsStore: isWritable)
    }
}
