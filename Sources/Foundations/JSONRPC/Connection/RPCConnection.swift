package import JSON
import Synchronization

/// One side of a JSON-RPC 2.0 connection on which both sides make calls.
///
/// ``run(_:)`` reads until the connection is closed. Calls may be made before, while and after it runs. Each call ends
/// exactly once: by its reply, its deadline, the cancellation of its task or the end of the connection. Deadlines only
/// pass while ``run(_:)`` runs.
package final class RPCConnection: Sendable {
    /// The notification with which a caller cancels its request.
    static let cancelMethod = "$/cancelRequest"

    /// The kinds of lines that the other side has sent while a call waited for its reply.
    package enum Arrivals: Hashable, Sendable {
        case nothing
        /// Messages, but not the reply.
        case messages
        /// A line that is not a message.
        case noMessage
        /// A reply for which no call waited, with its id as JSON.
        case unawaitedReply(id: String)
    }

    /// The last lines that may explain why a call has no reply, with their numbers.
    private struct Oddities {
        var noMessage = 0
        var unawaitedReply: (line: Int, id: String)?
    }

    /// The meter that is charged for work for the other side; `nil` if nothing is charged.
    package let meter: ReadingMeter?
    private let transport: any LineTransport
    private let deadlines: CallDeadlines
    private let requestLimit: Int
    private let requestQuota: RequestQuota?
    private let onUnreadable: @Sendable (_ line: [UInt8]) -> Void
    private let received = Atomic(0)
    private let oddities = Mutex(Oddities())
    private let calls = Mutex(PendingCalls())
    /// The requests of the other side that are not answered.
    private let unanswered = Mutex<Set<RPCID>>([])
    private let outgoing = Mutex(MergedNotifications())

    /// Creates one side of a connection, which runs and closes the transport.
    ///
    /// One unanswered request of the other side more than `requestLimit` closes the connection; a `requestQuota` limits
    /// those of several connections. The meter is charged for decoding replies. `onUnreadable` receives each line that
    /// is not a message, in order, while nothing else is read; it must not block.
    package init(
        transport: any LineTransport,
        requestLimit: Int = 1024,
        requestQuota: RequestQuota? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        meter: ReadingMeter? = nil,
        onUnreadable: @escaping @Sendable (_ line: [UInt8]) -> Void = { _ in }
    ) {
        self.meter = meter
        self.onUnreadable = onUnreadable
        self.transport = transport
        self.requestLimit = requestLimit
        self.requestQuota = requestQuota
        deadlines = CallDeadlines(clock: clock)
    }

    /// The number of lines of any kind that the other side has sent.
    package var receivedLines: Int { received.load(ordering: .relaxed) }

    /// Returns the kind of lines that have arrived after a given number of lines.
    package func arrivals(after lines: Int) -> Arrivals {
        let oddities = oddities.withLock(\.self)
        if let reply = oddities.unawaitedReply, reply.line > lines { return .unawaitedReply(id: reply.id) }
        if oddities.noMessage > lines { return .noMessage }
        return receivedLines > lines ? .messages : .nothing
    }

    /// Reads until the other side closes the connection or ``close(reason:)`` is called, then fails every waiting call.
    package func run(_ handler: some RPCHandler) async throws(TransportError) {
        let end = await withTaskGroup { group in
            group.addTask { await self.deadlines.watch { self.abandon($0, $1) } }
            let end = await self.runTransport(handler)
            group.cancelAll()
            return end
        }
        let count = unanswered.withLock { unanswered in
            defer { unanswered = [] }
            return unanswered.count
        }
        requestQuota?.leave(count)
        switch end {
        case .success: finishCalls(RPCError(.closed, "the other side ended the connection"))
        case .failure(let error): finishCalls(RPCError(.closed, error.message))
        }
        try end.get()
    }

    private func runTransport(_ handler: some RPCHandler) async -> Result<Void, TransportError> {
        await withTaskCancellationHandler {
            do throws(TransportError) {
                try await transport.run { [self] line in
                    receive(line, handler)
                } onDrain: { [self] in
                    send(nil)
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            transport.close(reason: nil)
        }
    }

    /// Calls a method of the other side and waits for the reply, at most until the deadline.
    ///
    /// Once the request is sent, `onSent` is called with a function that sends `$/cancelRequest` for it. Unlike the
    /// cancellation of the task, that function does not end the call: the other side replies when it has stopped, so
    /// that a later request cannot overlap with this one.
    ///
    /// - Throws: The other side's error; `timedOut`, `closed` or `cancelled` if no reply arrived; `invalidParams` if
    ///   the request cannot be encoded; `malformedReply` or `unreadableReply` if the reply cannot be decoded.
    package func call<Request: RPCRequest>(
        _ request: Request,
        deadline: Duration,
        onSent: ((@escaping @Sendable () -> Void) -> Void)? = nil
    ) async throws(RPCError) -> Request.Reply {
        let params: JSONValue
        do { params = try JSONValue(encoding: request) } catch {
            let reason = (error as? EncodingError)?.sentence ?? "they cannot be written as JSON"
            throw RPCError(.invalidParams, "the parameters of \(Request.method) are wrong: \(reason)")
        }
        let result = try await call(Request.method, params, deadline: deadline, onSent: onSent)
        do {
            guard let meter else { return try result.decode() }
            return try meter.measure { try result.decode() }
        } catch {
            let reason = (error as? DecodingError)?.sentence ?? "it cannot be read"
            throw RPCError(
                .malformedReply,
                "the answer to \(Request.method) has not the shape that it should have: \(reason)",
                data: .string(reason)
            )
        }
    }

    /// Calls a method with JSON parameters, an object, as ``call(_:deadline:onSent:)``.
    package func call(
        _ method: String,
        _ params: JSONValue,
        deadline: Duration,
        onSent: ((@escaping @Sendable () -> Void) -> Void)? = nil
    ) async throws(RPCError) -> JSONValue {
        let id = calls.withLock { $0.reserveID() }
        deadlines.begin(id, of: method, within: deadline)
        defer { deadlines.end(id) }
        // Sent before the first suspension, so that requests are sent in the order of the calls.
        send(RPCMessage.request(id: .integer(id), method: method, params: params).line)
        onSent? { [self] in notify(Self.cancelMethod, ["id": .integer(id)]) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                if let result = calls.withLock({ $0.wait(id, waiter) }) { waiter.resume(returning: result) }
            }
        } onCancel: {
            abandon(id, RPCError(.cancelled, "\(method) was cancelled"))
        }
        return try result.get()
    }

    package func notify(_ notification: some RPCNotification) { send(MergedNotifications.line(notification)) }

    package func notify(_ method: String, _ params: JSONValue) {
        send(RPCMessage.notification(method: method, params: params).line)
    }

    /// Sends a notification, merged with an earlier one of the same key that the other side has not read yet and that
    /// `merge` gets first; all messages that are sent later still arrive later.
    package func notify<Notification: RPCNotification>(
        _ notification: Notification,
        merging key: String,
        _ merge: (Notification, Notification) -> Notification
    ) {
        outgoing.withLock { outgoing in
            if transport.isCongested {
                outgoing.add(notification, key: key, merge)
            } else {
                for line in outgoing.take() { transport.send(line) }
                transport.send(MergedNotifications.line(notification))
            }
        }
    }

    /// Sends the waiting notifications, then a line.
    private func send(_ line: [UInt8]?) {
        outgoing.withLock { outgoing in
            for waiting in outgoing.take() { transport.send(waiting) }
            if let line { transport.send(line) }
        }
    }

    /// Tells the other side that no more messages follow; its replies and requests are still read.
    package func finishSending() {
        send(nil)
        transport.finishSending()
    }

    /// Closes the connection at once; ``run(_:)`` throws the reason, or returns if it is `nil`.
    package func close(reason: TransportError? = nil) { transport.close(reason: reason) }

    private func abandon(_ id: Int, _ error: RPCError) {
        let (isOpen, waiter) = calls.withLock { ($0.isOpen(id), $0.finish(id, .failure(error))) }
        guard isOpen else { return }
        notify(Self.cancelMethod, ["id": .integer(id)])
        waiter?.resume(returning: .failure(error))
    }

    private func finishCalls(_ error: RPCError) {
        for waiter in calls.withLock({ $0.finishAll(error) }) { waiter.resume(returning: .failure(error)) }
    }
}

package final class RequestQuota: Sendable {
    /// The largest number of unanswered requests.
    package let limit: Int
    private let count = Mutex(0)

    package init(limit: Int) { self.limit = limit }

    /// Counts a request, unless the limit is reached; returns `true` if it was counted.
    func enter() -> Bool {
        count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    /// Removes requests from the count.
    func leave(_ number: Int) { count.withLock { $0 -= number } }
}

// MARK: - Receiving

extension RPCConnection {
    private func receive(_ line: [UInt8], _ handler: some RPCHandler) {
        received.wrappingAdd(1, ordering: .relaxed)
        let message: RPCMessage
        do throws(RPCError) { message = try RPCMessage(line: line) } catch {
            receiveUnreadable(line, error)
            return
        }
        switch message {
        case .reply(let id, let result): finishCall(id, result)
        case .notification(Self.cancelMethod, let params):
            if let id = params["id"].flatMap(RPCID.init(json:)) { handler.cancel(id) }
        case .notification(let method, let params): handler.receive(notification: method, params: params)
        case .request(let id, let method, let params): receive(id, method, params, handler)
        }
    }

    /// Ends the call that a reply is for; a reply without a waiting call, such as a late one, is only recorded.
    private func finishCall(_ id: RPCID?, _ result: Result<JSONValue, RPCError>) {
        if case .integer(let id)? = id {
            let (isOpen, waiter) = calls.withLock { ($0.isOpen(id), $0.finish(id, result)) }
            waiter?.resume(returning: result)
            if isOpen { return }
        }
        oddities.withLock { $0.unawaitedReply = (receivedLines, (id?.json ?? .null).jsonText) }
    }

    /// Fails the call that a line replies to, and answers a request with the error, but not a line that is no message:
    /// it is mostly a debug print of the program, which does not expect an answer.
    private func receiveUnreadable(_ line: [UInt8], _ error: RPCError) {
        switch MessageEnvelope(line: line) {
        case let envelope? where envelope.kind == .request:
            send(RPCMessage.reply(id: envelope.id, result: .failure(error)).line)
        case let envelope?:
            let failure = RPCError(
                .unreadableReply,
                "the answer cannot be read: \(error.message)",
                data: .string(error.message)
            )
            finishCall(envelope.id, .failure(failure))
        case nil:
            oddities.withLock { $0.noMessage = receivedLines }
            onUnreadable(line)
        }
    }

    private func receive(_ id: RPCID, _ method: String, _ params: JSONValue, _ handler: some RPCHandler) {
        guard requestQuota?.enter() ?? true else {
            closeForOverflow("\(requestQuota?.limit ?? 0) requests of its app")
            return
        }
        let (isNew, count) = unanswered.withLock { ($0.insert(id).inserted, $0.count) }
        guard isNew else {
            requestQuota?.leave(1)
            close(reason: TransportError(.protocolViolation, "the id of a request that is not answered yet came again"))
            return
        }
        guard count <= requestLimit else {
            closeForOverflow("\(requestLimit) requests")
            return
        }
        handler.receive(IncomingRequest(id: id, method: method, params: params, connection: self))
    }

    private func closeForOverflow(_ limit: String) {
        close(reason: TransportError(.overflow, "more than \(limit) wait for their answers"))
    }

    func isUnanswered(_ id: RPCID) -> Bool { unanswered.withLock { $0.contains(id) } }

    func answer(_ id: RPCID, _ result: Result<JSONValue, RPCError>) {
        guard unanswered.withLock({ $0.remove(id) != nil }) else { return }
        requestQuota?.leave(1)
        send(RPCMessage.reply(id: id, result: result).line)
    }
}
