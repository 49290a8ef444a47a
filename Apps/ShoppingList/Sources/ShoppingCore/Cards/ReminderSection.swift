import TodayKit

/// The part of the page that shows the reminder, with the inputs to set it and the action to remove it.
struct ReminderSection {
    let status: ReminderStatus
    let today: CivilDay
    /// The time zones of the person and of the host; `nil` if they are the same.
    var zones: ReminderZones?
    let texts: Texts

    var container: Container {
        Container(style: .emphasis) {
            TextBlock(texts.reminder, weight: .bolder, style: .heading)
            if let reminder = status.reminder {
                TextBlock(texts.at(reminder, zone: foreignZone).escapedForCards, wrap: true).spacing(.small)
            }
            if let note = status.note {
                TextBlock(note.escapedForCards, color: .warning, wrap: true).spacing(.small)
            }
            ColumnSet {
                Column {
                    DateInput(id: ReminderForm.Input.day, label: texts.day, value: day, min: today.description)
                }
                Column { TimeInput(id: ReminderForm.Input.time, label: texts.time, value: time) }
            }
            ChoiceSetInput(
                id: ReminderForm.Input.repetition,
                label: texts.repetition,
                choices: ReminderForm.Repetition.allCases.map { Choice(title($0), value: $0.rawValue) },
                value: repetition.rawValue
            )
            TextBlock(texts.dayHint, size: .small, isSubtle: true, wrap: true).spacing(.small)
            if let zones {
                TextBlock(
                    texts.zoneHint(zones.surface, host: zones.host).escapedForCards,
                    size: .small,
                    isSubtle: true,
                    wrap: true
                ).spacing(.small)
            }
            ActionSet {
                Action.submit(texts.setReminder, ShoppingAction.remind)
                if status.reminder != nil {
                    Action.perform(texts.stopReminding, ShoppingAction.stopReminding, style: .destructive)
                }
            }
        }
        .id("reminder")
    }

    /// The time zone of the reminder, if it is not the person's.
    private var foreignZone: String? {
        guard let reminder = status.reminder else { return nil }
        guard let zones else { return reminder.zone }
        let zone = reminder.zone ?? zones.host
        return zone == zones.surface ? nil : zone
    }

    /// The day in the date field: that of the reminder, unless it has passed or is meant elsewhere.
    private var day: String {
        guard case .once(let day)? = status.reminder?.recurrence, day >= today, foreignZone == nil else {
            return today.description
        }
        return day.description
    }

    private var time: String? {
        foreignZone == nil ? status.reminder.map { Reminder.clock($0.hour, $0.minute) } : nil
    }

    private var repetition: ReminderForm.Repetition {
        switch status.reminder?.recurrence {
        case .once, nil: .never
        case .daily: .daily
        case .weekly: .weekly
        }
    }

    private func title(_ repetition: ReminderForm.Repetition) -> String {
        switch repetition {
        case .never: texts.once
        case .daily: texts.daily
        case .weekly: texts.weekly
        }
    }
}

/// The time zones of a page that is shown in another one than the host's.
public struct ReminderZones: Hashable, Sendable {
    /// That of the person, an IANA name.
    public var surface: String
    /// That of the host.
    public var host: String

    /// Creates time zones.
    public init(surface: String, host: String) {
        self.surface = surface
        self.host = host
    }
}
