import JSON
import JSONRPC
import Synchronization
import TodayProtocol

/// The process's side of its connection to the host; requests wait until the mirrors of the shared defaults are loaded,
/// and are then answered in the order that ``RequestOrder`` requires.
final class HostSession: RPCHandler {
    /// The time within which the host must answer a request.
    static let deadline = Duration.seconds(15)

    /// A message that waits for its turn.
    enum Job: Sendable {
        case load([GroupID])
        case request(IncomingRequest, RequestOrder)
        case event(AppEvent)
        case shutdown(IncomingRequest)
    }

    /// The state that receiving and answering share.
    struct State {
        var initialization: InitializeRequest?
        var requestContext: RequestContext?
        /// The last settings of notifications that the host sent.
        var notificationSettings: NotificationSettings?
        var isEnding = false
        var running: [RPCID: CancellationSignal] = [:]
    }

    let connection: RPCConnection
    let defaults = DefaultsCenter()
    let inbox = Broadcaster<MessagesChange>()
    let openings = ExpectedOpenings()
    let responder: ProgramResponder
    let state = Mutex(State())
    private let jobs: AsyncStream<Job>
    let jobContinuation: AsyncStream<Job>.Continuation

    init(connection: RPCConnection, responder: ProgramResponder) {
        self.connection = connection
        self.responder = responder
        // Bounded by the connection, which closes if too many requests are unanswered.
        (jobs, jobContinuation) = AsyncStream<Job>.makeStream()
    }

    /// Serves the host until it closes the connection; `ended` is called before the work in flight is cancelled.
    func run(ended: @escaping @Sendable () -> Void = {}) async throws(TransportError) {
        let result = await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.serve() }
            let result = await self.runConnection()
            ended()
            jobContinuation.finish()
            defaults.changes.end()
            inbox.end()
            group.cancelAll()
            return result
        }
        try result.get()
    }

    private func runConnection() async -> Result<Void, TransportError> {
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

/// Cancels a piece of work from outside its task.
struct CancellationSignal: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (stream, continuation) = AsyncStream<Never>.makeStream() }

    /// Cancels the work that is running or that starts later.
    func cancel() { continuation.finish() }

    /// Runs work in a task of its own that is cancelled when ``cancel()`` is called, and returns when the work ends.
    func run(_ work: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await work() }
            group.addTask { [stream] in for await _ in stream {} }
            await group.next()
            group.cancelAll()
        }
    }
}
