import JSONRPC
import Synchronization
import TodayProtocol

extension ProcessSession {
    /// Does the work of one request with a context, and fails it where it read what cannot be read.
    ///
    /// - Parameters:
    ///   - moment: What the host told with the request.
    ///   - number: The number of the request's transaction, if it has one.
    ///   - work: What the request asks for.
    /// - Returns: What `work` returns.
    /// - Throws: What `work` throws, or a ``RequestError`` with the host's sentence on a group that is not the process's.
    func withContext<Result>(
        _ moment: RequestContext,
        transaction number: Int? = nil,
        _ work: (ProcessContext) async throws -> Result
    ) async throws -> Result {
        guard let facts = state.withLock(\.facts) else { throw RPCError(.invalidRequest, "initialize comes first") }
        state.withLock { $0.moment = moment }
        let transaction = number.map(Transaction.init)
        defer { transaction?.end() }
        let scope = RequestScope()
        let result = try await work(
            ProcessContext(session: self, facts: facts, request: moment, scope: scope, transaction: transaction)
        )
        switch scope.problem {
        case nil: return result
        case .failed(let sentence)?: throw RequestError(.unavailable, sentence)
        case .notEntitled(let group)?:
            // The host is asked for the value, so that the person reads the host's own sentence.
            _ = try await ask(DefaultsGetRequest(group: group, key: "any"))
            throw RequestError(.notEntitled, RequestScope.Problem.sentence(group, facts))
        }
    }

    /// Does work that belongs to no request with a context of the newest moment.
    func withLooseContext(_ work: (ProcessContext) async -> Void) async {
        guard let (facts, moment) = state.withLock({ state in state.facts.map { ($0, state.moment ?? $0.context) } })
        else { return }
        await work(
            ProcessContext(session: self, facts: facts, request: moment, scope: RequestScope(), transaction: nil)
        )
    }
}
