import HostClock
import HostStorage
import JSONRPC
import TodayProtocol

/// `actions/*` and `wake`.
extension ProcessSession {
    func enqueueActions(_ request: ActionsEnqueueRequest) throws -> SessionChange<ActionsEnqueueRequest.Reply> {
        let limit = ActionsEnqueueRequest.actionLimit
        try Self.check(request.actions, atMost: limit, "actions", ActionsEnqueueRequest.method)
        for action in request.actions { try ActionLimits.check(action, in: request.group) }
        let app = rights.app
        return SessionChange(
            operations: request.actions.map { .action(.enqueue(app, request.group, $0)) },
            reply: ActionsEnqueueRequest.Reply(ids: request.actions.map(\.id))
        )
    }

    /// Withdraws actions: at once outside a transaction; in one, collects those that can be withdrawn.
    func withdrawActions(_ request: ActionsWithdrawRequest, _ incoming: IncomingRequest) throws {
        let limit = ActionsWithdrawRequest.idLimit
        try Self.check(request.ids, atMost: limit, "actions", ActionsWithdrawRequest.method)
        let app = rights.app
        let store = services.store
        guard let number = request.transaction else {
            let operation = StoreOperation.action(.withdraw(app, request.group, request.ids))
            store.enqueue(StoreTransaction([operation], origin: rights.origin)) { result in
                incoming.finish(
                    result.map { receipt in
                        guard case .withdrawn(let ids)? = receipt.outcomes.first else {
                            return ActionsWithdrawRequest.Reply(withdrawn: [])
                        }
                        return ActionsWithdrawRequest.Reply(withdrawn: ids)
                    }
                )
            }
            return
        }
        let enqueued = try inTransaction(number) { $0.actions(of: app, in: request.group).enqueued }
        store.enqueueRead { reader in
            let ids = Set(try reader.withdrawable(request.ids, from: request.group, of: app))
            var known: Set<ActionID> = []
            return try request.ids.filter { id in
                guard known.insert(id).inserted else { return false }
                // One that this transaction enqueued is withdrawn with it, unless the app had it before.
                return try ids.contains(id)
                    || enqueued.contains(id) && !reader.hasAction(id, in: request.group, of: app)
            }
        } completion: { result in
            do {
                let candidates = try result.get()
                let ids = try self.inTransaction(number) { open in
                    // Requests that overlap in time may name the same action.
                    let withdrawn = open.actions(of: app, in: request.group).withdrawn
                    let ids = candidates.filter { !withdrawn.contains($0) }
                    guard !ids.isEmpty else { return ids }
                    let operation = ActionOperation.withdraw(
                        app,
                        request.group,
                        ids,
                        requiresAll: true,
                        enqueued: enqueued.intersection(ids)
                    )
                    try open.add(.action(operation))
                    return ids
                }
                incoming.reply(ActionsWithdrawRequest.Reply(withdrawn: ids))
            } catch {
                incoming.fail(RPCError(error))
            }
        }
    }

    func pendingActions(_ request: ActionsPendingRequest, _ incoming: IncomingRequest) throws {
        read(incoming) { reader, app in
            let page = try reader.actions(of: app, in: request.group, after: request.after.map { Int64($0) })
            return ActionsPendingRequest.Reply(actions: page.actions.map(\.action), next: page.next.map { Int($0) })
        }
    }

    func actionState(_ request: ActionsStateRequest, _ incoming: IncomingRequest) throws {
        let (now, wait) = (services.clock.now, services.actionWait)
        read(incoming) { try $0.actionState(of: $1, in: request.group, now: now, wait: wait) }
    }

    func wake(_ request: WakeRequest) throws -> SessionChange<EmptyReply> { SessionChange(.wakeApp) }

    func scheduleWake(_ request: WakeScheduleRequest) throws -> SessionChange<EmptyReply> {
        let app = rights.app
        return SessionChange(.scheduledWake(request.date.map { .set(app, $0) } ?? .remove(app)))
    }
}

extension HostTransaction {
    fileprivate func actions(of app: AppID, in group: GroupID) -> (enqueued: Set<ActionID>, withdrawn: Set<ActionID>) {
        var enqueued: Set<ActionID> = []
        var withdrawn: Set<ActionID> = []
        for operation in operations {
            switch operation {
            case .action(.enqueue(app, group, let action)):
                enqueued.insert(action.id)
                withdrawn.remove(action.id)
            case .action(.withdraw(app, group, let ids, _, _)):
                enqueued.subtract(ids)
                withdrawn.formUnion(ids)
            default: break
            }
        }
        return (enqueued, withdrawn)
    }
}
