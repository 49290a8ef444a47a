import JSONRPC
import Synchronization
import TodayProtocol

extension HostSession {
    /// Runs the work of one request with a context that has the host's values and the number of its transaction, if it
    /// has one; throws a ``RequestError`` with the host's message if the work read a group that cannot be read.
    func withContext<Result>(
        _ requestContext: RequestContext,
        transaction number: Int? = nil,
        tap: TapID? = nil,
        _ work: (ProcessContext) async throws -> Result
    ) async throws -> Result {
        guard let initialization = state.withLock(\.initialization) else {
            throw RPCError(.invalidRequest, "initialize comes first")
        }
        state.withLock { $0.requestContext = requestContext }
        let transaction = number.map { Transaction(number: $0, tap: tap) }
        defer { transaction?.end() }
        let scope = RequestScope()
        let result = try await work(
            ProcessContext(
                session: self,
                initialization: initialization,
                request: requestContext,
                scope: scope,
                transaction: transaction
            )
        )
        switch scope.problem {
        case nil: return result
        case .failed(let sentence)?: throw RequestError(.unavailable, sentence)
        case .notEntitled(let group)?:
            // Asks the host for a value, so that the error has the host's own message.
            _ = try await ask(DefaultsGetRequest(group: group, key: "any"))
            throw RequestError(.notEntitled, RequestScope.Problem.sentence(group, initialization))
        }
    }

    /// Runs work outside of any request, with a context that has the values of the newest request.
    func withContextOutsideRequest(_ work: (ProcessContext) async -> Void) async {
        guard
            let (initialization, requestContext) = state.withLock({ state in
                state.initialization.map { ($0, state.requestContext ?? $0.context) }
            })
        else { return }
        await work(
            ProcessContext(
                session: self,
                initialization: initialization,
                request: requestContext,
                scope: RequestScope(),
                transaction: nil
            )
        )
    }
}

/// Records the first problem with reading defaults, which does not throw, so that the request fails afterwards.
final class RequestScope: Sendable {
    /// The reason why the values that were read cannot be used.
    enum Problem: Hashable, Sendable {
        /// The process does not have this group.
        case notEntitled(GroupID)
        /// A group could not be read, with the reason.
        case failed(String)

        /// Returns a message about a missing group, for use when the host cannot be asked for its own.
        static func sentence(_ group: GroupID, _ initialization: InitializeRequest) -> String {
            "\(initialization.id) may not use the group \"\(group)\": name it under com.apple.security.application-groups in the "
                + "Entitlements.plist of the app and of the widget, spelt alike, and install the app again."
        }
    }

    private let first = Mutex<Problem?>(nil)

    var problem: Problem? { first.withLock(\.self) }

    func record(_ problem: Problem) { first.withLock { $0 = $0 ?? problem } }
}

extension HostSession {
    /// Sends a request that the host answers at once or within a deadline of its own, and returns the reply.
    func ask<Request: RPCRequest>(
        _ request: Request,
        deadline: Duration = HostSession.deadline
    ) async throws -> Request.Reply {
        try await call(request, deadline: deadline) { RequestError($0) }
    }

    /// Sends a request and returns the reply; an error is translated, unless it is the cancellation of the task.
    func call<Request: RPCRequest>(
        _ request: Request,
        deadline: Duration,
        failure: (RPCError) -> any Error
    ) async throws -> Request.Reply {
        do {
            return try await connection.call(request, deadline: deadline)
        } catch {
            throw error.code == .cancelled ? CancellationError() : failure(error)
        }
    }

    /// Writes a line to the host's log, cut to the largest length of a message.
    func log(_ level: LogNotification.Level, _ message: String) {
        guard state.withLock({ $0.initialization != nil }) else { return StandardError.write(message) }
        // While the process ends, most errors that are logged only report the cancellation.
        guard !Task.isCancelled || !message.hasSuffix("CancellationError()") else { return }
        let limit = 4 << 10
        let text = message.utf8.count <= limit ? message : String(decoding: message.utf8.prefix(limit), as: UTF8.self)
        connection.notify(LogNotification(level: level, message: text))
    }

    /// Loads the mirrors; changes that happen meanwhile arrive as notifications.
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
