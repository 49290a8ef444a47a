import HostStorage
import JSONRPC
import Logging
import ProcessHost
import TodayProtocol

/// Asks a process for something that changes things, and asks again if the process dies over it.
///
/// What it asks for is on disk and has an id, so that asking twice has one effect.
struct RetryingProcessCaller: Sendable {
    /// How often a process is asked.
    static let attempts = 3
    /// How long one answer may take unless the asker says otherwise.
    static let deadline = Duration.seconds(10)

    /// How asking ended.
    enum Ending<Reply: Sendable>: Sendable {
        /// The process answered; the effects are to be committed with what ends the thing.
        case answered(Reply, HostTransaction)
        /// It is not asked again; the sentence says what went wrong last.
        case failed(String)
        /// The host stops first.
        case stopping
    }

    let gateway: ProcessGateway
    let context: @Sendable (String) -> RequestContext
    let clock: any Clock<Duration>
    let logger: Logger

    /// Asks until there is an answer.
    ///
    /// - Parameters:
    ///   - program: The process that is asked.
    ///   - id: What it is asked about, for the log.
    ///   - deadline: How long one answer may take.
    ///   - repeatsRefused: Whether a process that answered that it cannot is asked again as well.
    ///   - request: Makes the request for a transaction's number.
    /// - Returns: How it ended.
    func callAsFunction<Request: RPCRequest>(
        _ program: Program,
        about id: String,
        deadline: Duration = Self.deadline,
        repeatsRefused: Bool = false,
        request: @Sendable (Int, (String) -> RequestContext) -> Request
    ) async -> Ending<Request.Reply> {
        var reason = ""
        for attempt in 1...Self.attempts {
            do throws(ProcessFailure) {
                let (reply, effects) = try await gateway.perform(program, deadline: deadline) { transaction in
                    request(transaction, context)
                }
                return .answered(reply, effects)
            } catch {
                reason = error.sentence
                switch error.kind {
                case .stopping: return .stopping
                case .refused, .recalled: if !repeatsRefused { return .failed(reason) }
                case .lost: break
                }
                logger.notice(
                    "A process is asked again",
                    metadata: [
                        "method": "\(Request.method)", "id": "\(id)", "attempt": "\(attempt)", "reason": "\(reason)",
                    ]
                )
                guard attempt < Self.attempts else { break }
                // The process may be backing off after a crash.
                do { try await clock.sleep(for: error.retryAfter ?? .seconds(1 << (attempt - 1))) } catch {
                    return .stopping
                }
            }
        }
        return .failed(reason)
    }
}

extension HostTransaction {
    /// Has the screen show what was committed.
    func show(on screen: any SessionScreen, of app: AppID) {
        screen.reload(reloads.sorted())
        for url in scenes { screen.reloadScenes(of: app, url: url) }
    }
}
