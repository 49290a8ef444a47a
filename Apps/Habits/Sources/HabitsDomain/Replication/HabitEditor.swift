public import CivilTime

/// Makes the edits of one device: each gets a version that is later than what the device knows.
public struct HabitEditor: Sendable {
    /// The device's time in milliseconds since 1970.
    public let now: Int
    /// The device's id.
    public let device: String

    /// Creates an editor.
    public init(now: Int, device: String) {
        self.now = now
        self.device = device
    }

    /// Makes the version of an edit.
    ///
    /// - Parameter known: The version that the edit replaces.
    /// - Returns: A later version.
    public func stamp(after known: Stamp?) -> Stamp { Stamp.next(after: known, now: now, device: device) }

    /// Makes the edit that gives a habit a mark.
    ///
    /// - Returns: `nil` if the day cannot be marked.
    public func mark(_ habit: HabitID, _ day: Day, as mark: Mark, in data: HabitData) -> MarkEdit? {
        MarkEdit(habit: habit, day: day, mark: Register(mark, stamp(after: data.register(habit, day)?.stamp)))
    }

    /// Adds a habit at the end of the list.
    ///
    /// - Returns: The entry; adding the same id again changes nothing.
    @discardableResult public func add(_ habit: Habit, id: HabitID, to data: inout HabitData) -> HabitEntry {
        if let known = data.entries[id] { return known }
        let last = data.habits.last?.position.value ?? -1
        let entry = HabitEntry(id: id, habit, position: last + 1, stamp(after: nil))
        data.merge(entry)
        return entry
    }

    /// Changes a habit; an unknown habit is ignored.
    public func change(_ id: HabitID, to habit: Habit, in data: inout HabitData) {
        edit(id, in: &data) { entry in
            guard entry.habit.value != habit else { return }
            entry.habit = Register(habit, stamp(after: entry.habit.stamp))
        }
    }

    /// Deletes a habit, or brings it back; an unknown habit is ignored.
    public func delete(_ id: HabitID, _ isDeleted: Bool = true, in data: inout HabitData) {
        edit(id, in: &data) { entry in
            guard entry.isDeleted.value != isDeleted else { return }
            entry.isDeleted = Register(isDeleted, stamp(after: entry.isDeleted.stamp))
        }
    }

    /// Orders the habits; those that are not named follow in their order.
    public func order(_ ids: [HabitID], in data: inout HabitData) {
        let known = data.habits.map(\.id)
        let named = ids.filter(known.contains)
        for (index, id) in (named + known.filter { !named.contains($0) }).enumerated() {
            edit(id, in: &data) { entry in
                guard entry.position.value != index else { return }
                entry.position = Register(index, stamp(after: entry.position.stamp))
            }
        }
    }

    /// Changes the settings.
    public func change(_ settings: HabitSettings, in data: inout HabitData) {
        guard data.storedSettings?.value != settings else { return }
        data.merge(Register(settings, stamp(after: data.storedSettings?.stamp)))
    }

    private func edit(_ id: HabitID, in data: inout HabitData, _ change: (inout HabitEntry) -> Void) {
        guard var entry = data.entries[id] else { return }
        change(&entry)
        data.merge(entry)
    }
}
