public import FoundationEssentials
import JSON
import JSONRPC
public import TodayProtocol

extension ProcessScoped {
    /// Returns the queue of the app's actions in one of the process's ``groups``.
    public func actions(in group: AppGroup) -> ActionQueue { actions(in: group.id) }

    /// Returns the queue of the app's actions in a group; using it fails if the process's entitlements do not name the
    /// group.
    public func actions(in group: GroupID) -> ActionQueue { ActionQueue(group: group, process: process) }
}

/// The queue of an app's actions in one group, for the app and its widgets.
///
/// The host stores each action, wakes the app in the background and passes the actions to ``App/process(_:_:)``, in
/// order and at least once, until the app has processed them. Within an action, a response, a push,
/// ``App/process(_:_:)`` or ``App/recordsFailed(_:_:)``, what is enqueued and withdrawn is committed in the same
/// transaction.
public struct ActionQueue: Sendable {
    let group: GroupID
    let process: ProcessContext

    /// Adds an action.
    ///
    /// It is on disk when this function returns, or is committed with the transaction of the context. Enqueuing the
    /// same id again adds nothing, even within thirty days after the action was processed; so an id stands for one
    /// action, not for a subject such as “the habit 7”.
    ///
    /// - Parameters:
    ///   - action: The value passed to ``App/process(_:_:)``; at most 64 KiB of JSON. Use a target state, not a step.
    ///   - id: The action's id. By default it is derived from the tap in a `perform`, so that a repeated tap enqueues the
    ///     same ids in the same order; elsewhere it is random.
    /// - Returns: The action's id.
    /// - Throws: ``RequestError``, with code `limitExceeded` if the action is too large or 10,000 actions are in the app's
    ///   queue, and `invalidValue` if the id is malformed. An `EncodingError` if the action cannot be encoded.
    @discardableResult
    public func enqueue<A: Encodable & Sendable>(_ action: A, id: ActionID? = nil) async throws -> ActionID {
        let id = id ?? process.transaction?.nextActionID() ?? ActionID(UUID().uuidString)
        let payload = try JSONValue(encoding: action)
        try await process.ask {
            ActionsEnqueueRequest(group: group, actions: [.init(id: id, payload: payload)], transaction: $0)
        }
        return id
    }

    /// Withdraws actions; unknown ids are ignored.
    ///
    /// An action cannot be withdrawn while the app is processing it, nor after an attempt at it has failed. After the
    /// failure of a whole batch only its first action counts as attempted.
    ///
    /// - Returns: The ids of the withdrawn actions.
    /// - Throws: ``RequestError`` if the host refuses.
    public func withdraw(_ ids: [ActionID]) async throws -> [ActionID] {
        var withdrawn: [ActionID] = []
        for part in ids.parts(of: ActionsWithdrawRequest.idLimit) {
            let reply = try await process.reply(to: {
                ActionsWithdrawRequest(group: group, ids: part, transaction: $0)
            })
            withdrawn += reply.withdrawn
        }
        return withdrawn
    }

    /// Reads the unprocessed actions in order, without those that the open transaction enqueues.
    ///
    /// - Throws: ``RequestError`` if the host cannot be asked.
    public func pending() async throws -> [PendingAction] {
        try await pages { after in
            let page = try await process.session.ask(ActionsPendingRequest(group: group, after: after))
            return (page.actions, page.next)
        }
    }

    /// Reads the number of waiting actions and the time when the app last emptied its queue.
    ///
    /// - Throws: ``RequestError`` if the host cannot be asked.
    public func state() async throws -> ActionQueueState {
        try await process.session.ask(ActionsStateRequest(group: group))
    }
}

extension WidgetContext {
    /// Asks the host to start the app in the background and to have it process its queue, even an empty one.
    ///
    /// Enqueuing an action does that already. In ``Widget/perform(_:_:)`` the app is woken after the commit.
    ///
    /// - Throws: ``RequestError``, with code `limitExceeded` beyond ten requests in ten seconds.
    public func wake() async throws { try await process.ask { WakeRequest(transaction: $0) } }
}

extension AppContext {
    /// Schedules a start of the app in the background, or cancels it.
    ///
    /// The app then gets ``App/process(_:_:)`` with the reason `wake`, even if its queue is empty. An app has one such
    /// time: a later call replaces it, and it is removed once the app has run after it. It survives a restart of the
    /// host. Within a transaction it is set with the commit.
    ///
    /// - Parameter date: The time. If it is less than a minute ahead, the app is started in a minute. `nil` cancels the
    ///   start.
    /// - Throws: ``RequestError``, with code `notEntitled` if the app's `UIBackgroundModes` lack `fetch`.
    public func scheduleWake(at date: Date?) async throws {
        try await process.ask { WakeScheduleRequest(date: date, transaction: $0) }
    }
}
