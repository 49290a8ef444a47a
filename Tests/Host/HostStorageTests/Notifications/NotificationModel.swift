import FoundationEssentials
import HostModel
import TodayProtocol

@testable import HostStorage

/// What the store promises of notifications, kept in the simplest way: arrays that are searched.
struct NotificationModel {
    var pending: [ScheduledNotification] = []
    /// In the order of delivery.
    var delivered: [DeliveredRecord] = []
    var responses: [ResponseRecord] = []
    var badges: [AppID: Int] = [:]
    private var lastGeneration: Int64 = 0
    private var lastDelivered: Int64 = 0

    /// Does what an operation is to do.
    ///
    /// - Returns: What it answers, or the code with which it is refused, and what is told.
    mutating func apply(
        _ operation: StoreOperation,
        revision: Revision,
        now: Date
    ) -> (outcome: Result<OperationOutcome, Refusal>, changes: [StoreChange]) {
        switch operation {
        case .notification(let operation): apply(operation, revision: revision, now: now)
        case .response(let operation): apply(operation, now: now)
        default: (.success(.unchanged), [])
        }
    }

    /// Why an operation is refused.
    struct Refusal: Error, Equatable { var code: StoreError.Code }

    private mutating func apply(
        _ operation: NotificationOperation,
        revision: Revision,
        now: Date
    ) -> (outcome: Result<OperationOutcome, Refusal>, changes: [StoreChange]) {
        switch operation {
        case .schedule(var scheduled, _):
            lastGeneration += 1
            scheduled.generation = lastGeneration
            pending.removeAll { $0.app == scheduled.app && $0.request.identifier == scheduled.request.identifier }
            pending.append(scheduled)
            return (.success(.changed), [.schedule])
        case .reschedule(let app, let identifier, let generation, let due):
            let index = pending.firstIndex {
                $0.app == app && $0.request.identifier == identifier && $0.generation == generation && $0.due != due
            }
            guard let index else { return (.success(.unchanged), []) }
            pending[index].due = due
            return (.success(.changed), [.schedule])
        case .deliver(let order):
            return deliver(order, revision: revision, now: now)
        case .removePending(let app, let identifiers):
            let count = pending.count
            pending.removeAll { $0.app == app && identifiers?.contains($0.request.identifier) ?? true }
            return pending.count == count ? (.success(.unchanged), []) : (.success(.changed), [.schedule])
        case .removeDelivered(let app, let identifiers):
            let own = delivered.filter { $0.app == app }
            guard let identifiers else {
                return (.success(own.isEmpty ? .unchanged : .changed), withdraw(own))
            }
            var changes: [StoreChange] = []
            for identifier in identifiers {
                changes += withdraw(delivered.filter { $0.app == app && $0.request.identifier == identifier })
            }
            return (.success(changes.isEmpty ? .unchanged : .changed), changes)
        case .setCategories, .endWait:
            // No script waits for an answer in these sequences.
            return (.success(.unchanged), [])
        case .setBadge(let app, let number):
            let changes = setBadge(number, of: app)
            return (.success(changes.isEmpty ? .unchanged : .changed), changes)
        case .clearBadgeIfNothingIsListed(let app):
            let isListed = delivered.contains { $0.app == app && $0.isListed }
            let changes = isListed ? [] : setBadge(0, of: app)
            return (.success(changes.isEmpty ? .unchanged : .changed), changes)
        }
    }

    private mutating func deliver(
        _ order: NotificationDelivery,
        revision: Revision,
        now: Date
    ) -> (outcome: Result<OperationOutcome, Refusal>, changes: [StoreChange]) {
        let scheduled = order.scheduled
        let index = pending.firstIndex { $0.generation == scheduled.generation && $0.due == scheduled.due }
        guard let index else { return (.success(.unchanged), []) }
        if let next = order.next { pending[index].due = next } else { pending.remove(at: index) }
        var changes: [StoreChange] = [.schedule]
        if order.presentation.contains(.badge), let badge = scheduled.request.content.badge {
            changes += setBadge(badge, of: scheduled.app)
        }
        let old = delivered.filter {
            $0.app == scheduled.app && $0.request.identifier == scheduled.request.identifier
        }
        guard order.presentation.contains(.banner) || order.presentation.contains(.list) else {
            return (.success(.changed), changes + withdraw(old))
        }
        if old.isEmpty { lastDelivered += 1 }
        let record = DeliveredRecord(
            id: old.first?.id ?? DeliveredID(rawValue: lastDelivered),
            app: scheduled.app,
            request: scheduled.request,
            actions: scheduled.actions,
            date: now,
            due: scheduled.due,
            isLate: order.isLate,
            isListed: order.presentation.contains(.list),
            alertStyle: order.presentation.contains(.banner) ? order.alertStyle : .none,
            revision: revision
        )
        delivered.removeAll { $0.id == record.id }
        // Those of the last minute that were due later stay in front of it.
        let later = delivered.suffix(32).reversed().prefix {
            now.timeIntervalSince($0.date) <= 60 && $0.due > record.due
        }
        delivered.insert(record, at: delivered.count - later.count)
        let arrives = order.presentation.contains(.banner)
        return (.success(.changed), changes + [.delivered(record.id, app: record.app, arrives: arrives)])
    }

    private mutating func apply(
        _ operation: ResponseOperation,
        now: Date
    ) -> (outcome: Result<OperationOutcome, Refusal>, changes: [StoreChange]) {
        switch operation {
        case .respond(let id, let response, let action, let text, _):
            guard let answered = delivered.first(where: { $0.id == id }) else { return (.success(.unchanged), []) }
            let record = ResponseRecord(
                number: (responses.map(\.number).max() ?? 0) + 1,
                app: answered.app,
                response: NotificationResponse(
                    id: response,
                    notification: answered.notification,
                    actionIdentifier: action,
                    text: text
                ),
                notification: id,
                date: now,
                state: .pending
            )
            responses.append(record)
            return (.success(.changed), withdraw([answered]) + [.responses(answered.app)])
        case .dismiss(let id):
            let gone = delivered.filter { $0.id == id }
            return (.success(gone.isEmpty ? .unchanged : .changed), withdraw(gone))
        case .acknowledge(let id):
            return finish(id, as: .acknowledged(now))
        case .fail(let id, let reason):
            return finish(id, as: .failed(reason: reason))
        case .retry(let id):
            guard let index = responses.firstIndex(where: { $0.response.id == id }) else {
                return (.failure(Refusal(code: .notFound)), [])
            }
            guard case .failed = responses[index].state else { return (.success(.unchanged), []) }
            responses[index].state = .pending
            return (.success(.changed), [.responses(responses[index].app)])
        case .discard(let id):
            guard let index = responses.firstIndex(where: { $0.response.id == id }),
                responses[index].state != .pending
            else { return (.success(.unchanged), []) }
            // Kept, so that its number is not used again.
            let app = responses[index].app
            responses[index].response.id = "gone"
            responses[index].state = .acknowledged(.distantPast)
            return (.success(.changed), [.responses(app)])
        }
    }

    private mutating func finish(
        _ id: String,
        as state: ResponseRecord.State
    ) -> (outcome: Result<OperationOutcome, Refusal>, changes: [StoreChange]) {
        guard let index = responses.firstIndex(where: { $0.response.id == id }) else {
            return (.failure(Refusal(code: .notFound)), [])
        }
        guard responses[index].state == .pending else { return (.failure(Refusal(code: .alreadyFinished)), []) }
        responses[index].state = state
        return (.success(.changed), [.responses(responses[index].app)])
    }

    private mutating func setBadge(_ number: Int, of app: AppID) -> [StoreChange] {
        guard badges[app, default: 0] != number else { return [] }
        badges[app] = number == 0 ? nil : number
        return [.badge(app)]
    }

    private mutating func withdraw(_ gone: [DeliveredRecord]) -> [StoreChange] {
        let ids = gone.map(\.id)
        delivered.removeAll { ids.contains($0.id) }
        return gone.map { .withdrawn($0.id, app: $0.app) }
    }
}
