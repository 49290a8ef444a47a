package import JSON
import Synchronization

/// One side of a JSON-RPC 2.0 connection on which both sides ask.
///
/// ``run(_:)`` reads until the connection ends. Calls may be made before, while and after that; each ends exactly
/// once: by its answer, its deadline, its task's cancellation, or the connection's end. Deadlines are watched while it
/// runs.
package final class RPCConnection: Sendable {
    /// The notification by which the asker says that it no longer wants an answer.
    static let cancelMethod = "$/cancelRequest"

    private struct Incoming {
        var unanswered: Set<RPCID> = []
    }

    private let transport: any LineTransport
    private let deadlines: CallDeadlines
    private let requestLimit: Int
    private let calls = Mutex(PendingCalls())
    private let incoming = Mutex(Incoming())
    private let outgoing = Mutex(MergedNotifications())

    /// Makes a side of a connection.
    ///
    /// - Parameters:
    ///   - transport: Carries the lines; the connection runs and ends it.
    ///   - requestLimit: How many requests of the other side may be unanswered at a time. One more ends the connection.
    ///   - clock: Measures deadlines.
    package init(
        transport: any LineTransport,
        requestLimit: Int = 1024,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.transport = transport
        self.requestLimit = requestLimit
        deadlines = CallDeadlines(clock: clock)
        transport.onDrain { [weak self] in self?.send(nil) }
    }

    /// Reads until the other side ends its stream or ``close(reason:)`` is called, then fails every waiting call.
    ///
    /// - Parameter handler: Takes what the other side asks and tells.
    /// - Throws: Why the connection ended otherwise than by its end.
    package func run(_ handler: some RPCHandler) async throws(TransportError) {
        let end = await withTaskGroup { group in
            group.addTask { await self.deadlines.watch { self.abandon($0, $1) } }
            let end = await self.runTransport(handler)
            group.cancelAll()
            return end
        }
        incoming.withLock { $0.unanswered = [] }
        switch end {
        case .success: finishCalls(RPCError(.closed, "the other side ended the connection"))
        case .failure(let error): finishCalls(RPCError(.closed, error.message))
        }
        try end.get()
    }

    private func runTransport(_ handler: some RPCHandler) async -> Result<Void, TransportError> {
        await withTaskCancellationHandler {
            do throws(TransportError) {
                try await transport.run { [self] line in receive(line, handler) }
                return .success(())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            transport.close(reason: nil)
        }
    }

    /// Asks the other side.
    ///
    /// - Parameters:
    ///   - request: The method with its parameters.
    ///   - deadline: How long the answer may take.
    ///   - onSent: Receives a closure that tells the other side that the answer is no longer wanted. Unlike the
    ///     cancellation of the task it does not end the call: the other side answers when it has stopped, so that
    ///     what is asked next cannot overlap.
    /// - Returns: The answer.
    /// - Throws: The other side's error; `timedOut`, `closed` or `cancelled` if no answer came; `invalidParams` for
    ///   parameters that cannot be written, `invalidRequest` for an answer that cannot be read.
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
        do { return try result.decode() } catch {
            let reason = (error as? DecodingError)?.sentence ?? "it cannot be read"
            throw RPCError(.invalidRequest, "the answer to \(Request.method) is malformed: \(reason)")
        }
    }

    /// Asks the other side with bare JSON.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - params: The parameters, an object.
    ///   - deadline: How long the answer may take.
    ///   - onSent: As in ``call(_:deadline:onSent:)``.
    /// - Returns: The answer.
    /// - Throws: As ``call(_:deadline:onSent:)``.
    package func call(
        _ method: String,
        _ params: JSONValue,
        deadline: Duration,
        onSent: ((@escaping @Sendable () -> Void) -> Void)? = nil
    ) async throws(RPCError) -> JSONValue {
        let id = calls.withLock { $0.announce() }
        deadlines.begin(id, of: method, within: deadline)
        defer { deadlines.end(id) }
        // Sent before the first suspension: calls leave in the order in which they are made.
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

    /// Tells the other side.
    package func notify(_ notification: some RPCNotification) { send(MergedNotifications.line(notification)) }

    /// Tells the other side with bare JSON.
    package func notify(_ method: String, _ params: JSONValue) {
        send(RPCMessage.notification(method: method, params: params).line)
    }

    /// Tells the other side something that takes in what it was told before, if it has not read that yet.
    ///
    /// Everything that is sent later still leaves later.
    ///
    /// - Parameters:
    ///   - notification: What to tell.
    ///   - key: Tells which notifications can be merged.
    ///   - merge: Merges an older one's parameters with this one's.
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

    /// Sends what waits to be merged, then a line.
    private func send(_ line: [UInt8]?) {
        outgoing.withLock { outgoing in
            for waiting in outgoing.take() { transport.send(waiting) }
            if let line { transport.send(line) }
        }
    }

    /// Tells the other side that nothing more comes; its answers and requests are still read.
    package func finishSending() {
        send(nil)
        transport.finishSending()
    }

    /// Ends the connection at once.
    ///
    /// - Parameter reason: What ``run(_:)`` throws; it returns if there is none.
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

// MARK: - What arrives

extension RPCConnection {
    private func receive(_ line: [UInt8], _ handler: some RPCHandler) {
        let message: RPCMessage
        do throws(RPCError) { message = try RPCMessage(line: line) } catch {
            send(RPCMessage.reply(id: nil, result: .failure(error)).line)
            return
        }
        switch message {
        case .reply(.integer(let id), let result):
            if let waiter = calls.withLock({ $0.finish(id, result) }) { waiter.resume(returning: result) }
        case .reply: break  // An answer to nothing that was asked, such as one that came after its deadline.
        case .notification(Self.cancelMethod, let params):
            if let id = params["id"].flatMap(RPCID.init(json:)) { handler.cancel(id) }
        case .notification(let method, let params): handler.receive(notification: method, params: params)
        case .request(let id, let method, let params): receive(id, method, params, handler)
        }
    }

    private func receive(_ id: RPCID, _ method: String, _ params: JSONValue, _ handler: some RPCHandler) {
        let (isNew, count) = incoming.withLock { state in
            (state.unanswered.insert(id).inserted, state.unanswered.count)
        }
        guard isNew else {
            close(reason: TransportError(.protocolViolation, "the id of a request that is not answered yet came again"))
            return
        }
        guard count <= requestLimit else {
            close(reason: TransportError(.overflow, "more than \(requestLimit) requests wait for their answers"))
            return
        }
        handler.receive(IncomingRequest(id: id, method: method, params: params, connection: self))
    }

    func isUnanswered(_ id: RPCID) -> Bool { incoming.withLock { $0.unanswered.contains(id) } }

    func answer(_ id: RPCID, _ result: Result<JSONValue, RPCError>) {
        guard incoming.withLock({ $0.unanswered.remove(id) != nil }) else { return }
        send(RPCMessage.reply(id: id, result: result).line)
    }
}
