import HabitsDomain
public import TodayKit

/// Processes the actions in the queue, the person's responses to reminders, and pushes.
///
/// Whatever needs the cloud is fetched first; then one change after another is made (`CommitSequence`).
public struct HabitProcessor: Sendable {
    private let context: AppContext
    private let commits: CommitSequence
    private let sweeper: DoorbellSweeper
    private let store: HabitStore

    /// Creates a processor for the context of a request.
    public init(_ context: AppContext, _ commits: CommitSequence, _ sweeper: DoorbellSweeper) {
        self.context = context
        self.commits = commits
        self.sweeper = sweeper
        store = HabitStore(context)
    }

    private var synchronizer: Synchronizer { Synchronizer(context) }

    /// Processes queued actions in one transaction: stores the marks, refreshes everything, and then takes back the
    /// records by which this device's widget announced the actions.
    ///
    /// - Parameter actions: The actions; if there are none, everything is refreshed that is out of date.
    /// - Returns: What was processed.
    /// - Throws: `RequestError` if the host refuses.
    public func process(_ actions: [QueuedAction]) async throws -> ProcessedActions {
        guard !actions.isEmpty else {
            try await refreshIfNeeded()
            return .all
        }
        let decoded = actions.map { ($0.id, try? $0.decode(HabitAction.self)) }
        let downloaded =
            decoded.contains { $0.1 == .fetchChanges } ? try await synchronizer.download() : []
        return try await commits.run(context) { try await process(decoded, downloaded, &$0) }
    }

    private func process(
        _ actions: [(id: ActionID, action: HabitAction?)],
        _ downloaded: [Record],
        _ reminders: inout CommitSequence.Reminders
    ) async throws -> ProcessedActions {
        var data = store.load()
        var changed = Synchronizer.merge(downloaded, into: &data)
        var marks: [MarkEdit] = []
        var ticks: [ActionID] = []
        var unknown: [ActionID] = []
        for (id, action) in actions {
            switch action {
            case .mark(let edit)?:
                // A mark of a habit that another device deleted is kept, as the deletion may be undone.
                data.merge(edit)
                marks.append(edit)
                ticks.append(id)
            case .sendAll(let after)?: try await synchronizer.sendAll(data, after: after)
            case .fetchChanges?: break  // It was downloaded before.
            case nil: unknown.append(id)
            }
        }
        changed += marks
        let (result, subjects, processed, edits) = (data, changed, ticks, marks)
        // Only ticks are frequent; everything else compares the reminders with what is really pending.
        let known = marks.count == actions.count ? reminders.last : nil
        // Sent at once: none depends on the answer to another.
        async let isSaved: Void = store.save(result)
        async let plan = refresh(result, subjects, pending: known)
        async let isTakenBack: Void = Doorbell.takeBack(processed, context)
        async let isSent: Void = synchronizer.send(edits, result)
        reminders.next = try await plan.requests
        _ = try await (isSaved, isTakenBack, isSent)
        if !processed.isEmpty { sweeper.noteTicks() }
        let reason = Texts(context.language).unknownAction
        return ProcessedActions(
            processed: actions.map(\.id).filter { !unknown.contains($0) },
            failed: unknown.map { ($0, reason: reason) }
        )
    }

    /// Performs an action of a reminder.
    ///
    /// - Throws: `RequestError` if the host refuses; the host repeats the response.
    public func respond(to response: NotificationResponse) async throws {
        let request = response.notification.request
        guard let subject = ReminderNotification.Subject(request) else { return }
        switch response.actionIdentifier {
        case ReminderNotification.Action.done: try await mark(subject, .done)
        case ReminderNotification.Action.skip: try await mark(subject, .skipped)
        case ReminderNotification.Action.snooze:
            try await context.notifications.add(ReminderNotification.snoozed(request, subject))
        default: break  // The notification is gone, or leads to the first page by itself.
        }
    }

    /// Handles a push: fetches what other devices changed if they changed something.
    ///
    /// A record of this device's widget brings nothing with it: the host has the app process its queue after every push.
    ///
    /// - Returns: Whether there was something new.
    /// - Throws: `RequestError` if the host refuses.
    public func receive(_ push: Push) async throws -> PushResult {
        guard let change = push.records, change.container == HabitsCloud.container, change.zone == HabitsCloud.zone
        else { return .noData }
        let downloaded = try await synchronizer.download()
        return try await merge(downloaded) ? .newData : .noData
    }

    /// Handles records that the cloud refused: merges the cloud's versions, and saves again what is later here.
    ///
    /// - Throws: `RequestError` if the host refuses, `RecordError` if the cloud cannot be asked; the host repeats the
    ///   failures.
    public func recover(_ failures: [RecordFailure]) async throws {
        let theirs = try await synchronizer.conflicts(of: failures)
        _ = try await merge(theirs) { data in try await synchronizer.recover(failures, theirs, data) }
    }

    /// Refreshes everything if the day, the zone or a day boundary has changed since the last time.
    private func refreshIfNeeded() async throws {
        _ = try await commits.run(context, isChange: { $0 }) { reminders in
            let data = store.load()
            guard context.defaults[.refreshed] != Refresher.state(data, HabitTime(context)) else { return false }
            reminders.next = try await refresh(data, []).requests
            return true
        }
    }

    /// Merges records of the cloud; returns `true` if something changed.
    private func merge(
        _ records: [Record],
        then finish: (HabitData) async throws -> Void = { _ in }
    ) async throws -> Bool {
        try await commits.run(context, isChange: { $0 }) { reminders in
            var data = store.load()
            let marks = Synchronizer.merge(records, into: &data)
            if data.hasChanges {
                try await store.save(data)
                reminders.next = try await refresh(data, marks).requests
            }
            try await finish(data)
            return data.hasChanges
        }
    }

    private func mark(_ subject: ReminderNotification.Subject, _ mark: Mark) async throws {
        try await commits.run(context) { reminders in
            var data = store.load()
            let editor = HabitEditor(now: HabitTime(context).milliseconds, device: context.deviceID)
            guard let edit = editor.mark(subject.habit, subject.day, as: mark, in: data) else { return }
            data.merge(edit)
            try await store.save(data)
            reminders.next = try await refresh(data, [edit]).requests
            try await synchronizer.send([edit], data)
        }
    }

    private func refresh(
        _ data: HabitData,
        _ marks: [MarkEdit],
        pending: [String: NotificationRequest]? = nil
    ) async throws -> ReminderPlan {
        let subjects = marks.map { ReminderNotification.Subject($0.habit, $0.day) }
        return try await Refresher(context).refresh(data, changed: subjects, pending: pending)
    }
}
