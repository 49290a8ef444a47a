public import HabitsDomain
public import TodayKit

/// Carries habits and completions to the person's other devices while Sync is on.
///
/// Each habit, each completion and the settings is one record. It is saved only if the cloud has no such record or the
/// version that was merged; otherwise the cloud's record is fetched, merged (see `Register`) and, if this device knows
/// something later, saved again. So the cloud's record only ever becomes later, and all devices end in the same state.
public struct Synchronizer: Sendable {
    /// The subscription to the zone, which exists while Sync is on.
    public static let subscription = RecordSubscription.zone("habits-zone", HabitsCloud.zone)
    /// The number of pages that are fetched in one transaction.
    static let pageLimit = 4
    /// The number of months that are sent in one transaction.
    static let monthLimit = 24

    private let context: AppContext
    private let records: RecordStore<AppContext>

    /// Creates a synchronizer for the context of a request.
    public init(_ context: AppContext) {
        self.context = context
        records = context.records(in: HabitsCloud.container)
    }

    /// Whether Sync is on.
    public var isOn: Bool { context.defaults[.isSyncing] }

    /// Turns Sync on or off.
    ///
    /// Turning it on merges what the cloud has with what is here, in the background. Turning it off leaves in the cloud
    /// what was sent.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public func turn(on isOn: Bool) async throws {
        guard isOn != self.isOn else { return }
        try await context.defaults.set(isOn, for: .isSyncing)
        try await context.defaults.set(nil, for: .syncProblem)
        if isOn {
            try await records.subscribe(Self.subscription)
            try await startAgain()
        } else {
            try await records.unsubscribe(Self.subscription.id)
        }
    }

    /// Fetches and sends everything again, in the background.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public func startAgain() async throws {
        guard isOn else { return }
        let queue = context.actions(in: .habits)
        try await queue.enqueue(HabitAction.fetchChanges)
        try await queue.enqueue(HabitAction.sendAll(after: nil))
    }

    /// Fetches what other devices changed, and accepts it with the transaction.
    ///
    /// If more is to come than fits into one transaction, the rest is enqueued. A cloud that cannot be asked is no error:
    /// the next push or the next start of the app fetches again.
    ///
    /// - Returns: The records, to be merged in the same transaction.
    /// - Throws: `RequestError` if the host refuses.
    public func download() async throws -> [Record] {
        guard isOn else { return [] }
        var downloaded: [Record] = []
        do {
            for page in 1... {
                let changes = try await TimeLimit.run { try await records.changes(zone: HabitsCloud.zone) }
                // A deleted record is not a deleted completion: the app never deletes them.
                downloaded += changes.records
                try await records.acceptChanges(changes)
                guard changes.moreComing else { break }
                if page == Self.pageLimit {
                    try await context.actions(in: .habits).enqueue(HabitAction.fetchChanges)
                    break
                }
            }
            try await report(nil)
        } catch let error as RecordError {
            // Without the zone no device has sent anything yet.
            try await report(error.code == .zoneNotFound ? nil : error)
        }
        return downloaded
    }

    /// Merges records of the cloud.
    ///
    /// - Returns: The marks that changed.
    public static func merge(_ records: [Record], into data: inout HabitData) -> [MarkEdit] {
        var marks: [MarkEdit] = []
        for record in records {
            switch HabitRecords.content(record) {
            case .mark(let edit)?: if data.merge(edit) { marks.append(edit) }
            case .habit(let entry)?: data.merge(entry)
            case .settings(let settings)?: data.merge(settings)
            case nil: break
            }
        }
        return marks
    }

    /// Enqueues another attempt if the last synchronization was not complete.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public func resume() async throws {
        guard isOn, context.defaults[.syncProblem] != nil else { return }
        try await context.actions(in: .habits).enqueue(HabitAction.fetchChanges)
    }

    /// Sends marks that were made on this device.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public func send(_ marks: [MarkEdit], _ data: HabitData) async throws {
        guard isOn, !marks.isEmpty else { return }
        var latest: [RecordName: Record] = [:]
        for edit in marks {
            guard let register = data.register(edit.habit, edit.day),
                let known = MarkEdit(habit: edit.habit, day: edit.day, mark: register)
            else { continue }
            let record = HabitRecords.record(known)
            latest[record.name] = record
        }
        try await save(latest.values.sorted { $0.name < $1.name })
    }

    /// Sends habits and settings that were changed on this device.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public func sendChanges(_ data: HabitData) async throws {
        guard isOn else { return }
        var changed = data.changedEntries.sorted().compactMap { data.entries[$0] }.map(HabitRecords.record)
        if data.hasChangedSettings, let settings = data.storedSettings { changed.append(HabitRecords.record(settings)) }
        try await save(changed)
    }

    /// Sends a part of everything that is stored, and enqueues the rest.
    ///
    /// - Parameters:
    ///   - data: The habits and their marks.
    ///   - after: The month that was sent last, or `nil` to begin with the habits.
    /// - Throws: `RequestError` if the host refuses.
    public func sendAll(_ data: HabitData, after: String?) async throws {
        guard isOn else { return }
        var part: [Record] = []
        if after == nil {
            part += data.entries.values.sorted { $0.id < $1.id }.map(HabitRecords.record)
            if let settings = data.storedSettings { part.append(HabitRecords.record(settings)) }
        }
        let rest = data.storedMonths(until: HabitTime(context).day(.midnight)).drop { key in
            after.map { $0 >= "\(key.habit) \(key.month)" } ?? false
        }
        for key in rest.prefix(Self.monthLimit) { part += data.edits(in: key).map(HabitRecords.record) }
        try await save(part)
        if let last = rest.prefix(Self.monthLimit).last, rest.count > Self.monthLimit {
            try await context.actions(in: .habits).enqueue(HabitAction.sendAll(after: "\(last.habit) \(last.month)"))
        }
    }

    /// Fetches the cloud's versions of records that it refused to save because they exist or have changed.
    ///
    /// - Returns: The records.
    /// - Throws: `RequestError` if the host refuses, `RecordError` if the cloud cannot be asked; the host then repeats
    ///   the failures.
    public func conflicts(of failures: [RecordFailure]) async throws -> [Record] {
        let names = Set(Self.saves(failures).filter(Self.isConflict).map(\.name)).sorted()
        guard isOn, !names.isEmpty else { return [] }
        return try await TimeLimit.run { try await records.fetch(names, zone: HabitsCloud.zone) }.compactMap(\.record)
    }

    /// Saves again what is later here than in the cloud, and reports other failures on the page of settings.
    ///
    /// - Parameters:
    ///   - failures: The failures.
    ///   - theirs: The cloud's versions, which were merged.
    ///   - data: The habits and their marks.
    /// - Throws: `RequestError` if the host refuses.
    public func recover(_ failures: [RecordFailure], _ theirs: [Record], _ data: HabitData) async throws {
        guard isOn else { return }
        let others = Self.saves(failures).filter { !Self.isConflict($0) }
        // The zone was deleted: it comes into being again with its first record.
        if others.contains(where: { $0.error.code == .zoneNotFound }) {
            try await startAgain()
        } else if let other = others.first {
            try await report(other.error)
        }
        try await save(theirs.compactMap { Self.laterRecord(than: $0, in: data) })
    }

    private static func saves(_ failures: [RecordFailure]) -> [RecordFailure] {
        failures.filter { $0.operation == .save && $0.zone == HabitsCloud.zone }
    }

    private static func isConflict(_ failure: RecordFailure) -> Bool {
        failure.error.code == .conflict || failure.error.code == .exists
    }

    /// Returns this device's version of a record with the cloud's change tag, or `nil` if the cloud has the same version.
    static func laterRecord(than theirs: Record, in data: HabitData) -> Record? {
        var ours: Record
        switch HabitRecords.content(theirs) {
        case .mark(let edit)?:
            guard let register = data.register(edit.habit, edit.day), register != edit.mark,
                let known = MarkEdit(habit: edit.habit, day: edit.day, mark: register)
            else { return nil }
            ours = HabitRecords.record(known)
        case .habit(let entry)?:
            guard let known = data.entries[entry.id], known != entry else { return nil }
            ours = HabitRecords.record(known)
        case .settings(let settings)?:
            guard let known = data.storedSettings, known != settings else { return nil }
            ours = HabitRecords.record(known)
        case nil: return nil
        }
        ours.changeTag = theirs.changeTag
        return ours
    }

    private func save(_ records: [Record]) async throws {
        if !records.isEmpty { try await self.records.save(records, zone: HabitsCloud.zone) }
    }

    private func report(_ error: RecordError?) async throws {
        let problem = error?.message
        if context.defaults[.syncProblem] != problem { try await context.defaults.set(problem, for: .syncProblem) }
    }
}

extension HabitData {
    /// The months of all habits that may have marks, in order.
    func storedMonths(until today: Day) -> [MarkMonthKey] {
        let keys = entries.keys.flatMap { habit -> [MarkMonthKey] in
            guard let first = firstDay(of: habit) else { return [] }
            var keys: [MarkMonthKey] = []
            var month = max(first, MarkEdit.firstDay).month
            while month <= (today + 1).month {
                keys.append(MarkMonthKey(habit, month))
                month = month.next
            }
            return keys
        }
        return keys.sorted()
    }

    /// The marks of a month, in order.
    func edits(in key: MarkMonthKey) -> [MarkEdit] {
        key.month.days.compactMap { day in
            register(key.habit, day).flatMap { MarkEdit(habit: key.habit, day: day, mark: $0) }
        }
    }
}
