import FoundationEssentials
import HostModel
import HostStorage
import Testing
import TodayProtocol
import TodayTestSupport

/// Does what comes to mind, in any order, and compares the store with a model after each step.
@Suite struct NotificationModelTests {
    @Test(.timeLimit(.minutes(5)), arguments: UInt64(1)...16)
    func whateverHappensTheStoreDoesWhatTheModelDoes(seed: UInt64) async throws {
        var steps = NotificationSteps(seed: seed)
        var model = NotificationModel()
        let date = SettableDate()
        try await withFolder { folder in
            var store = try DurableStore(path: folder + "/promises.sqlite", now: { date.value })
            for number in 0..<150 {
                if number % 50 == 49 {
                    await store.close()
                    store = try DurableStore(path: folder + "/promises.sqlite", now: { date.value })
                }
                date.advance(by: 1)
                let operation = steps.next(model)
                let told = Journal<[StoreChange]>()
                let token = store.observe { told.add($0.changes) }
                var result: Result<OperationOutcome, NotificationModel.Refusal> = .success(.unchanged)
                do {
                    let receipt = try await store.commit(StoreTransaction([operation], origin: .person))
                    result = .success(try #require(receipt.outcomes.first))
                } catch let error as StoreError {
                    result = .failure(.init(code: error.code))
                }
                token.cancel()
                let expected = model.apply(operation, revision: store.revision, now: date.value)
                try #require(result == expected.outcome, "step \(number): \(operation)")
                try #require(told.entries.flatMap { $0 } == expected.changes, "step \(number): \(operation)")
                try await compare(store, with: model, at: date.value, step: "step \(number): \(operation)")
            }
            await store.close()
        }
        // A run in which nothing was ever answered proves little.
        #expect(!model.responses.isEmpty)
    }

    private func compare(
        _ store: DurableStore,
        with model: NotificationModel,
        at now: Date,
        step: String
    ) async throws {
        let byDue = model.pending.sorted { ($0.due, $0.generation) < ($1.due, $1.generation) }
        let listed = Array(model.delivered.filter(\.isListed).reversed())
        let isEqual = try await store.read { reader in
            var isEqual = [
                try reader.pendingNotifications(of: nil, soonest: 99) == byDue,
                try reader.nextDue() == byDue.first?.due,
                try reader.due(before: now, limit: 99) == byDue.filter { $0.due <= now },
                try reader.floatingNotifications(after: nil, limit: 99)
                    == byDue.filter(\.floats).sorted {
                        ($0.app.rawValue, $0.request.identifier) < ($1.app.rawValue, $1.request.identifier)
                    },
                try reader.newestDelivered(limit: 99) == listed,
                try reader.deliveredCount() == listed.count,
                try reader.badges() == model.badges,
                try reader.pendingResponses() == model.responses.filter { $0.state == .pending },
                try reader.failedResponses()
                    == model.responses.filter { if case .failed = $0.state { true } else { false } },
            ]
            for app in NotificationSteps.apps {
                let own = byDue.filter { $0.app == app }
                isEqual += [
                    try reader.pendingNotifications(of: app, soonest: 99) == own,
                    try reader.pendingNotifications(of: app, after: nil, limit: 99)
                        == own.sorted { $0.request.identifier < $1.request.identifier },
                    try reader.pendingCount(of: app) == own.count,
                    try reader.deliveredNotifications(of: app, after: nil, limit: 99)
                        == listed.filter { $0.app == app }.sorted { $0.request.identifier < $1.request.identifier },
                ]
            }
            for record in model.delivered { isEqual.append(try reader.delivered(record.id) == record) }
            for record in model.responses where record.response.id != "gone" {
                isEqual.append(try reader.response(record.response.id) == record)
            }
            return isEqual
        }
        try #require(isEqual.allSatisfy { $0 }, "\(isEqual) after \(step)")
    }
}

/// Chooses what happens next.
private struct NotificationSteps {
    static let apps: [AppID] = ["com.a", "com.b"]
    private static let identifiers = ["1", "2", "3", "4"]

    private var random: RandomNumbers
    /// Requests that were read earlier, and may be stale.
    private var known: [ScheduledNotification] = []
    private var responses: [String] = []

    init(seed: UInt64) { random = RandomNumbers(state: seed) }

    mutating func next(_ model: NotificationModel) -> StoreOperation {
        if let one = model.pending.randomElement(using: &random) { known.append(one) }
        let app = pick(Self.apps)
        switch Int.random(in: 0..<17, using: &random) {
        case 0..<5: return schedule(for: app)
        case 5: return reschedule()
        case 6..<10: return deliver()
        case 10: return respond(model)
        case 11: return .response(.dismiss(pickDelivered(model)))
        case 12: return .notification(.removePending(app, identifiers: pickIdentifiers()))
        case 13: return .notification(.removeDelivered(app, identifiers: pickIdentifiers()))
        case 14: return .notification(.setBadge(app, Int.random(in: 0..<3, using: &random)))
        case 15: return .notification(.clearBadgeIfNothingIsListed(app))
        default: return finish()
        }
    }

    private mutating func schedule(for app: AppID) -> StoreOperation {
        .schedule(
            .sample(
                pick(Self.identifiers),
                of: app,
                title: String(random.next(), radix: 36),
                badge: pick([nil, 0, 1, 2]),
                due: pick([-10, 0, 30, 60, 90]),
                floats: Bool.random(using: &random)
            )
        )
    }

    private mutating func reschedule() -> StoreOperation {
        guard let one = known.suffix(6).randomElement(using: &random) else { return schedule(for: "com.a") }
        let due = Date.sample(pick([20, 40, 80]))
        return .notification(
            .reschedule(one.app, identifier: one.request.identifier, generation: one.generation, due: due)
        )
    }

    private mutating func deliver() -> StoreOperation {
        guard let one = known.suffix(6).randomElement(using: &random) else { return schedule(for: "com.a") }
        let options = NotificationPresentationOption.allCases.filter { _ in
            Int.random(in: 0..<3, using: &random) > 0
        }
        let next: Date? = Bool.random(using: &random) ? one.due.addingTimeInterval(60) : nil
        return .deliver(one, as: Set(options), isLate: Bool.random(using: &random), next: next)
    }

    private mutating func respond(_ model: NotificationModel) -> StoreOperation {
        let id = "r\(responses.count)"
        responses.append(id)
        return .respond(to: pickDelivered(model), id: id, text: pick([nil, "words"]))
    }

    private mutating func finish() -> StoreOperation {
        let id = responses.randomElement(using: &random) ?? "none"
        return .response(pick([.acknowledge(id), .fail(id, reason: "no"), .retry(id), .discard(id)]))
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func pickDelivered(_ model: NotificationModel) -> DeliveredID {
        model.delivered.randomElement(using: &random)?.id ?? DeliveredID(rawValue: 1)
    }

    private mutating func pickIdentifiers() -> [String]? {
        Int.random(in: 0..<6, using: &random) == 0 ? nil : [pick(Self.identifiers), pick(Self.identifiers)]
    }
}
