import HostModel
import JSON
package import JSONRPC
import TodayProtocol

/// A process that has answered `initialize`, as a call uses it.
package final class RunningProcess<Session: RPCHandler>: Sendable {
    package let program: Program
    /// Its process id: the sandbox's, if it runs in one.
    package let pid: Int32
    /// The connection, for notifications.
    ///
    /// Use ``call(_:deadline:onSent:)`` for requests, which enforces the budget of the process.
    package let connection: RPCConnection
    /// The handler of the process's own requests.
    package let session: Session
    let lifetime: ProcessLifetime
    let sampler: UsageSampler
    private let stop: @Sendable (EndReason) -> Void

    init(
        program: Program,
        spawned: SpawnedProcess,
        connection: RPCConnection,
        session: Session,
        lifetime: ProcessLifetime,
        locks: LockCounts,
        stop: @escaping @Sendable (EndReason) -> Void
    ) {
        self.program = program
        pid = spawned.pid
        self.connection = connection
        self.session = session
        self.lifetime = lifetime
        sampler = UsageSampler(
            root: spawned.pid,
            folders: spawned.memoryFolders,
            memoryLimit: lifetime.watch.memoryLimit,
            watchLimit: lifetime.watch.watchLimit,
            locks: program.grants.contains(.fileLocks) ? locks : nil
        )
        self.stop = stop
    }

    /// Sends a request to the process.
    ///
    /// A process that does not answer in time, or that uses more than its budget meanwhile, is killed.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The timeout for the answer.
    ///   - onSent: Receives a closure that tells the process that its answer is no longer wanted; the call still waits
    ///     for the answer.
    /// - Returns: The answer.
    /// - Throws: ``ProcessError``; with code `refused` and the process's own error if it answered one.
    package func call<Request: RPCRequest>(
        _ request: Request,
        deadline: Duration,
        onSent: ((@escaping @Sendable () -> Void) -> Void)? = nil
    ) async throws(ProcessError) -> Request.Reply {
        let id = lifetime.watch.beginRequest(at: lifetime.elapsed())
        let received = connection.receivedLines
        let result: Result<Request.Reply, RPCError>
        do { result = .success(try await connection.call(request, deadline: deadline, onSent: onSent)) } catch {
            result = .failure(error)
        }
        let isTooLate = lifetime.watch.endRequest(id, at: lifetime.elapsed())
        switch result {
        case .success(let reply):
            guard !isTooLate else { throw await lifetime.exit }
            return reply
        case .failure(let error):
            switch error.code {
            case .timedOut:
                stop(.deadline(method: Request.method, deadline, connection.arrivals(after: received)))
                throw await lifetime.exit
            case .closed: throw await lifetime.exit
            case .cancelled where Task.isCancelled:
                throw ProcessError(.cancelled, .processCancelled(Request.method), cause: error)
            case .malformedReply, .unreadableReply:
                let reason = error.mistake(inAnswerTo: Request.method)
                throw ProcessError(.refused, .answeredWrongly(program.title, reason: reason), cause: error)
            default:
                throw ProcessError(
                    .refused,
                    .answeredWithError(program.title, method: Request.method, message: error.message),
                    cause: error
                )
            }
        }
    }

    /// Returns the current usage of the process and its descendants; `nil` if it has ended.
    package func usage() -> ProcessUsage? { sampler.usage() }

    /// Peak resident memory of one of its processes, in bytes.
    package var peakMemory: Int { max(lifetime.watch.peakMemory, usage()?.peakMemory ?? 0) }
}

extension RPCError {
    /// Returns the mistake in the answer to a method, as a phrase.
    func mistake(inAnswerTo method: String) -> LocalizableText {
        guard let reason = data?.stringValue else { return .text(message) }
        return code == .unreadableReply
            ? .answerUnreadablePhrase(reason) : .answerMisshapenPhrase(method, reason: reason)
    }
}
