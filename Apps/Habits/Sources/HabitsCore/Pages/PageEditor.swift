public import HabitsDomain
public import TodayKit

/// The actions of the pages.
public enum PageAction: Codable, Hashable, Sendable {
    /// Gives a habit a mark on a day.
    case set(habit: HabitID, day: String, mark: Mark)
    /// Saves the form of a habit, or of a new one.
    case save(habit: HabitID?)
    /// Deletes a habit.
    case delete(habit: HabitID)
    /// Moves a habit to a place in the list.
    case move(habit: HabitID, to: Int)
    /// Undoes a change, if it is the latest one.
    case undo(step: String)
    /// Saves the settings.
    case saveSettings
    /// Fetches and sends everything again.
    case syncAgain
}

/// Performs the actions of the pages.
public struct PageEditor: Sendable {
    private let context: AppContext
    private let time: HabitTime
    private let editor: HabitEditor

    /// Creates an editor for the context of an action.
    public init(_ context: AppContext) {
        self.context = context
        time = HabitTime(context)
        editor = HabitEditor(now: time.milliseconds, device: context.deviceID)
    }

    private var texts: Texts { Texts(context.language) }

    /// Performs an action.
    ///
    /// - Throws: `InvalidInputs` for invalid inputs, a `Failure` if the action cannot be done, `RequestError` if the host
    ///   refuses.
    public func perform(_ action: PageAction) async throws {
        var data = HabitStore(context).load()
        switch action {
        case .set(let id, let day, let mark): try await set(id, day, mark, &data)
        case .save(let id): try await save(id, &data)
        case .delete(let id):
            guard let entry = data.entries[id], !entry.isDeleted.value else { throw Failure(texts.gone) }
            editor.delete(id, in: &data)
            try await commit(data, undo: (.deleted(entry.habit.value.name), .isDeleted(id, false)))
            try await context.open(HabitsAddress.arrange.text)
        case .move(let id, let place):
            var ids = data.habits.map(\.id)
            let order = ids
            guard let index = ids.firstIndex(of: id) else { throw Failure(texts.gone) }
            ids.remove(at: index)
            ids.insert(id, at: min(max(place, 0), ids.count))
            guard ids != order else { return }
            editor.order(ids, in: &data)
            try await commit(data, undo: (.ordered, .order(order)))
        case .undo(let id): try await undo(id, &data)
        case .saveSettings: try await saveSettings(&data)
        case .syncAgain: try await Synchronizer(context).startAgain()
        }
    }

    private func set(_ id: HabitID, _ day: String, _ mark: Mark, _ data: inout HabitData) async throws {
        guard let entry = data.entries[id], !entry.isDeleted.value, let day = Day(day) else {
            throw Failure(texts.gone)
        }
        let today = time.day(data.boundary(of: entry.habit.value))
        guard day <= today else { throw Failure(texts.notYet) }
        let before = data.register(id, day)?.value ?? .open
        guard before != mark, let edit = editor.mark(id, day, as: mark, in: data) else { return }
        data.merge(edit)
        // A tick of today is undone with another tap.
        let undo: Undo? =
            day < today
            ? (.corrected(entry.habit.value.name), .mark(id, day: day.description, before)) : nil
        try await commit(data, marks: [edit], undo: undo)
    }

    private func save(_ id: HabitID?, _ data: inout HabitData) async throws {
        let habit = try HabitForm.habit(from: context.inputs, language: context.language)
        let undo: Undo
        if let id {
            guard let entry = data.entries[id], !entry.isDeleted.value else { throw Failure(texts.gone) }
            editor.change(id, to: habit, in: &data)
            undo = (.changed(habit.name), .habit(id, entry.habit.value))
        } else {
            // The tap's id makes the habit's: a repeated tap adds no second one.
            guard let id = HabitID(context.tap?.rawValue ?? "") else { throw Failure(texts.gone) }
            guard data.habits.count < Habit.countLimit else {
                throw InvalidInputs([HabitForm.Input.name: texts.tooMany(Habit.countLimit)])
            }
            editor.add(habit, id: id, to: &data)
            undo = (.added(habit.name), .isDeleted(id, true))
        }
        if habit.reminder != nil {
            try await context.notifications.requestAuthorization(options: ReminderNotification.options)
        } else if data.habits.count == 1 {
            try await context.notifications.requestAuthorization(options: [.badge])
        }
        try await context.notifications.setCategories(ReminderNotification.categories)
        try await commit(data, undo: undo)
        try await context.open((id == nil ? HabitsAddress.today : .arrange).text)
    }

    private func saveSettings(_ data: inout HabitData) async throws {
        let settings = try HabitForm.settings(from: context.inputs, language: context.language)
        let before = data.settings
        editor.change(settings, in: &data)
        try await commit(data, undo: settings == before ? nil : (.settings, .settings(before)))
        try await Synchronizer(context).turn(on: context.inputs[HabitForm.Input.sync] == "true")
    }

    private func undo(_ id: String, _ data: inout HabitData) async throws {
        var steps = context.defaults[.undo]
        guard let step = UndoStep.offered(steps, in: data).last, step.id == id else { return }
        steps.removeAll { $0.id == id }
        let edit = step.restore(&data, editor)
        try await context.defaults.set(steps, for: .undo)
        try await commit(data, marks: edit.map { [$0] } ?? [], undo: nil)
    }

    private typealias Undo = (change: UndoStep.Change, restoration: UndoStep.Restoration)

    /// Stores the changes, and makes everything follow them.
    private func commit(_ data: HabitData, marks: [MarkEdit] = [], undo: Undo?) async throws {
        try await HabitStore(context).save(data)
        if let undo {
            let step = UndoStep(
                id: context.tap?.rawValue ?? "",
                seconds: time.seconds,
                undo.change,
                undo.restoration
            )
            let steps = context.defaults[.undo].filter { $0.id != step.id } + [step]
            try await context.defaults.set(Array(steps.suffix(UndoStep.limit)), for: .undo)
            if case .deleted = step.change {
                try await context.offerUndo(step.change.text(texts), PageAction.undo(step: step.id))
            }
        }
        try await Refresher(context).refresh(
            data,
            changed: marks.map { ReminderNotification.Subject($0.habit, $0.day) }
        )
        let synchronizer = Synchronizer(context)
        try await synchronizer.send(marks, data)
        try await synchronizer.sendChanges(data)
    }
}
