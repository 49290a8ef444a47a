import JSON
import JSONRPC
import Synchronization
import TodayProtocol

/// One process's side of the conversation with the host.
///
/// What arrives is taken in order on the reader; requests wait until the mirrors of the shared defaults are complete
/// and are then answered as their ``RequestOrder`` says.
final class HostSession: RPCHandler {
    /// How long the host may take for an answer that needs nobody else.
    static let deadline = Duration.seconds(15)

    /// What the reader hands over.
    enum Job: Sendable {
        case load([GroupID])
        case request(IncomingRequest, RequestOrder)
        case event(AppEvent)
        case shutdown(IncomingRequest)
    }

    /// What is touched by the reader and by the work alike.
    struct State {
        var facts: InitializeRequest?
        var moment: RequestContext?
        var isEnding = false
        var running: [RPCID: CancellationSignal] = [:]
    }

    let connection: RPCConnection
    let defaults = DefaultsCenter()
    let inbox = InboxChangeBroadcaster()
    let responder: any Responder
    let state = Mutex(State())
    private let jobs: AsyncStream<Job>
    let jobContinuation: AsyncStream<Job>.Continuation

    init(connection: RPCConnection, responder: any Responder) {
        self.connection = connection
        self.responder = responder
        // Bounded by the connection, which ends when too many requests are unanswered.
        (jobs, jobContinuation) = AsyncStream<Job>.makeStream()
    }

    /// Serves the host until it ends the conversation.
    ///
    /// - Parameter ended: Called as soon as nothing more can arrive, before the work in flight is cancelled.
    /// - Throws: Why the conversation ended otherwise than by its end.
    func run(ended: @escaping @Sendable () -> Void = {}) async throws(TransportError) {
        let result = await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.serve() }
            let result = await self.converse()
            ended()
            jobContinuation.finish()
            defaults.end()
            inbox.end()
            group.cancelAll()
            return result
        }
        try result.get()
    }

    private func converse() async -> Result<Void, TransportError> {
        do throws(TransportError) {
            return .success(try await connection.run(self))
        } catch {
            return .failure(error)
        }
    }

    private func serve() async {
        let stop = CancellationSignal()
        var last: IncomingRequest?
        await withDiscardingTaskGroup { group in
            let (serial, serialContinuation) = AsyncStream<Job>.makeStream()
            group.addTask { for await job in serial { await self.handle(job) } }
            for await job in jobs {
                switch job {
                case .load(let groups):
                    await loadDefaults(of: groups)
                    group.addTask { await stop.run { await self.responder.run(in: self) } }
                case .request(_, .concurrent): group.addTask { await self.handle(job) }
                case .request(_, .serial), .event: serialContinuation.yield(job)
                case .shutdown(let request): last = request
                }
                if last != nil { break }
            }
            stop.cancel()
            serialContinuation.finish()
        }
        last?.reply(EmptyReply())
    }

    private func handle(_ job: Job) async {
        switch job {
        case .request(let request, _): await handle(request)
        case .event(let event): await responder.receive(event, in: self)
        case .load, .shutdown: break
        }
    }

    private func handle(_ request: IncomingRequest) async {
        guard let signal = state.withLock({ $0.running[request.id] }) else { return }
        await signal.run {
            do {
                request.reply(try await self.responder.answer(request, in: self))
            } catch {
                request.fail(RPCError(thrown: error, in: request.method) { self.log(.error, $0) })
            }
        }
        state.withLock { $0.running[request.id] = nil }
    }
}

/// Cancels one piece of work from outside of its task.
struct CancellationSignal: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (stream, continuation) = AsyncStream<Never>.makeStream() }

    /// Cancels the work that runs, or begins later.
    func cancel() { continuation.finish() }

    /// Does work in a task of its own that is cancelled when ``cancel()`` is called.
    ///
    /// Returns when the work has, also when it goes on in spite of its cancellation.
    func run(_ work: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await work() }
            group.addTask { [stream] in for await _ in stream {} }
            await group.next()
            group.cancelAll()
        }
    }
}
