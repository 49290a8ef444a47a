import JSONRPC
import Synchronization
import TodayProtocol

extension HostSession {
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
    func withContextOutsideRequest(_ work: (ProcessContext) async -> Void) async {
        guard let (facts, moment) = state.withLock({ state in state.facts.map { ($0, state.moment ?? $0.context) } })
        else { return }
        await work(
            ProcessContext(session: self, facts: facts, request: moment, scope: RequestScope(), transaction: nil)
        )
    }
}

/// What went wrong in one request without its author being able to notice, since reading defaults does not throw.
final class RequestScope: Sendable {
    /// Why what was read is not to be trusted.
    enum Problem: Hashable, Sendable {
        /// The process has no such group.
        case notEntitled(GroupID)
        /// A group could not be read; a sentence says why.
        case failed(String)

        /// Says that a group is missing, where the host cannot be asked for its own sentence.
        static func sentence(_ group: GroupID, _ facts: InitializeRequest) -> String {
            "\(facts.id) may not use the group \"\(group)\": name it under com.apple.security.application-groups in the "
                + "Entitlements.plist of the app and of the widget, spelt alike, and install the app again."
        }
    }

    private let first = Mutex<Problem?>(nil)

    /// The first problem, if there was one.
    var problem: Problem? { first.withLock(\.self) }

    func note(_ problem: Problem) { first.withLock { $0 = $0 ?? problem } }
}

extension HostSession {
    /// Asks the host for something that needs nobody else.
    func ask<Request: RPCRequest>(_ request: Request) async throws -> Request.Reply {
        do {
            return try await connection.call(request, deadline: Self.deadline)
        } catch {
            if error.code == .cancelled { throw CancellationError() }
            throw RequestError(error)
        }
    }

    /// Writes a line to the host's log, cut to its limit.
    func log(_ level: LogNotification.Level, _ message: String) {
        guard state.withLock({ $0.facts != nil }) else { return StandardError.write(message) }
        let limit = 4 << 10
        let text = message.utf8.count <= limit ? message : String(decoding: message.utf8.prefix(limit), as: UTF8.self)
        connection.notify(LogNotification(level: level, message: text))
    }

    /// Completes the mirrors; what happens meanwhile arrives beside the pages.
    func loadDefaults(of groups: [GroupID]) async {
        await withDiscardingTaskGroup { tasks in
            for group in groups {
                tasks.addTask { await self.load(group) }
            }
        }
    }

    private func load(_ group: GroupID) async {
        do {
            var after: String?
            repeat {
                let page = try await ask(DefaultsAllRequest(group: group, after: after))
                defaults.load(page, of: group)
                guard page.next != after else { break }
                after = page.next
            } while after != nil
        } catch {
            let reason = (error as? RequestError)?.message ?? "the process was ended"
            defaults.fail(group, "The shared defaults of \(group) could not be read: \(reason)")
        }
        defaults.finishLoading(group)
    }
}
