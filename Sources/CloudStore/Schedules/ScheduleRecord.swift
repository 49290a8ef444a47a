package import FoundationEssentials

/// A push that is to be sent later, once or again and again.
package struct ScheduleRecord: Hashable, Sendable {
    /// The store's number of it; later ones are greater.
    package let number: Int64
    /// Its id.
    package let id: ScheduleID
    /// Whose it is.
    package let app: AppNumber
    /// What its sender sees of it, a JSON object that the store does not read.
    package let definition: String
    /// What to do and when, in the words of whoever does it; the store does not read it.
    package let work: String
    /// When it is due.
    package let next: Date?
    /// Whether it waits to be resumed.
    package let isPaused: Bool
    /// Counts its changes.
    package let version: Int64
}

/// A schedule to be kept.
package struct NewSchedule: Hashable, Sendable {
    /// Its id.
    package var id: ScheduleID
    /// What its sender sees of it.
    package var definition: String
    /// What to do and when.
    package var work: String
    /// When it is due first.
    package var next: Date?
    /// Whether it waits to be resumed.
    package var isPaused: Bool

    /// Describes a schedule.
    package init(id: ScheduleID, definition: String, work: String, next: Date?, isPaused: Bool) {
        self.id = id
        self.definition = definition
        self.work = work
        self.next = next
        self.isPaused = isPaused
    }
}
