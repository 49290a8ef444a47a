package import JSONRPC

/// A process that has answered `initialize`, in the hands of a call.
package final class RunningProcess<Session: RPCHandler>: Sendable {
    /// The program it runs.
    package let program: Program
    /// Its folders as it sees them.
    package let paths: ProcessPaths
    /// Its id on the system: the sandbox's, where there is one.
    package let pid: Int32
    /// The connection, for notifications.
    ///
    /// Ask with ``call(_:deadline:onSent:)``, which holds the process to its budget.
    package let connection: RPCConnection
    /// What answers the process's own requests.
    package let session: Session
    let life: ProcessLifetime
    private let stop: @Sendable (EndReason) -> Void

    init(
        program: Program,
        spawned: SpawnedProcess,
        connection: RPCConnection,
        session: Session,
        life: ProcessLifetime,
        stop: @escaping @Sendable (EndReason) -> Void
    ) {
        self.program = program
        paths = spawned.paths
        pid = spawned.pid
        self.connection = connection
        self.session = session
        self.life = life
        self.stop = stop
    }

    /// Asks the process.
    ///
    /// A process that does not answer in time, or that uses more than its budget meanwhile, is killed.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - deadline: How long the answer may take.
    ///   - onSent: Receives a closure that tells the process that its answer is no longer wanted; the call goes on
    ///     until the process answers all the same.
    /// - Returns: The answer.
    /// - Throws: ``ProcessError``; with code `refused` and the process's own error if it answered one.
    package func call<Request: RPCRequest>(
        _ request: Request,
        deadline: Duration,
        onSent: ((@escaping @Sendable () -> Void) -> Void)? = nil
    ) async throws(ProcessError) -> Request.Reply {
        let use = life.watch.beginRequest(at: life.time.now)
        defer { life.watch.endRequest(use, at: life.time.now) }
        do {
            return try await connection.call(request, deadline: deadline, onSent: onSent)
        } catch {
            switch error.code {
            case .timedOut:
                stop(.deadline(method: Request.method, deadline))
                throw await life.end.error
            case .closed: throw await life.end.error
            case .cancelled where Task.isCancelled:
                throw ProcessError(.cancelled, "\(Request.method) was cancelled.", cause: error)
            default:
                throw ProcessError(
                    .refused,
                    "\(program.title) answered \(Request.method) with an error: \(error.message)",
                    cause: error
                )
            }
        }
    }

    /// What the process and everything it started use now; `nil` if it has ended.
    package func usage() -> ProcessUsage? { ProcessTree(root: pid).usage() }

    /// The most resident memory that one of its processes has had, in bytes.
    package var peakMemory: Int { max(life.watch.peakMemory, usage()?.peakMemory ?? 0) }
}
