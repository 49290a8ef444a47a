import HostModel
import JSON
package import JSONRPC
import TodayProtocol

/// A process that has answered `initialize`, as a call uses it.
package final class RunningProcess<Session: RPCHandler>: Sendable {
    package let program: Program
    /// Its process id: the sandbox's, if it runs in one.
    package let pid: Int32
    /// The connection, for notifications; ``call(_:deadline:onSent:)`` enforces the budget of the process for requests.
    package let connection: RPCConnection
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
            lockLimit: program.grants.contains(.fileLocks) ? lifetime.watch.lockLimit : nil
        )
        self.stop = stop
    }

    /// Sends a request to the process, which is killed if it misses the deadline or exceeds its budget.
    ///
    /// `onSent` receives a closure that tells the process that its answer is no longer wanted; the call still waits for
    /// the answer.
    ///
    /// - Throws: ``ProcessError``; with code `refused` and the process's own error if it answered one.
    package func call<Request: RPCRequest>(
        _ request: Request,
        deadline: Duration,
        onSent: ((@escaping @Sendable () -> Void) -> Void)? = nil
    ) async throws(ProcessError) -> Request.Reply {
        let id = lifetime.watch.beginRequest(at: lifetime.elapsed())
        let received = connection.receivedLines
        let reply: Request.Reply
        do { reply = try await connection.call(request, deadline: deadline, onSent: onSent) } catch {
            lifetime.watch.endRequest(id, at: lifetime.elapsed())
            if error.code == .timedOut {
                stop(.deadline(method: Request.method, deadline, connection.arrivals(after: received)))
            }
            throw await failure(of: Request.method, error)
        }
        guard !lifetime.watch.endRequest(id, at: lifetime.elapsed()) else { throw await lifetime.exit }
        return reply
    }

    private func failure(of method: String, _ error: RPCError) async -> ProcessError {
        switch error.code {
        case .timedOut, .closed: return await lifetime.exit
        case .cancelled where Task.isCancelled:
            return ProcessError(.cancelled, .processCancelled(method), cause: error)
        case .malformedReply, .unreadableReply:
            let reason = error.mistake(inAnswerTo: method)
            return ProcessError(.refused, .answeredWrongly(program.title, reason: reason), cause: error)
        default:
            let text = LocalizableText.answeredWithError(program.title, method: method, message: error.message)
            return ProcessError(.refused, text, cause: error)
        }
    }

    package func usage() -> ProcessUsage? { sampler.usage() }

    /// Peak resident memory of one of its processes, in bytes.
    package var peakMemory: Int { max(lifetime.watch.peakMemory, usage()?.peakMemory ?? 0) }
}

extension RPCError {
    func mistake(inAnswerTo method: String) -> LocalizableText {
        guard let reason = data?.stringValue else { return .text(message) }
        return code == .unreadableReply
            ? .answerUnreadablePhrase(reason) : .answerMisshapenPhrase(method, reason: reason)
    }
}
