import TodayKit

/// The part of the page that shows the reminder, with the inputs to set it and the action to remove it.
struct ReminderSection {
    let status: ReminderStatus
    let today: CivilDay

    var container: Container {
        Container(style: .emphasis) {
            TextBlock(Texts.reminder, weight: .bolder, style: .heading)
            if let reminder = status.reminder {
                TextBlock(Texts.at(reminder).escapedForCards, wrap: true).spacing(.small)
            }
            if let note = status.note {
                TextBlock(note.escapedForCards, color: .warning, wrap: true).spacing(.small)
            }
            ColumnSet {
                Column {
                    DateInput(id: ReminderForm.Input.day, label: Texts.day, value: day, min: today.description)
                }
                Column { TimeInput(id: ReminderForm.Input.time, label: Texts.time, value: time) }
            }
            ChoiceSetInput(
                id: ReminderForm.Input.repetition,
                label: Texts.repetition,
                choices: ReminderForm.Repetition.allCases.map { Choice(Self.title($0), value: $0.rawValue) },
                value: repetition.rawValue
            )
            TextBlock(Texts.dayHint, size: .small, isSubtle: true, wrap: true).spacing(.small)
            ActionSet {
                Action.submit(Texts.setReminder, ShoppingAction.remind)
                if status.reminder != nil {
                    Action.perform(Texts.stopReminding, ShoppingAction.stopReminding, style: .destructive)
                }
            }
        }
        .id("reminder")
    }

    /// The day in the date field: that of the reminder, unless it has passed.
    private var day: String {
        guard case .once(let day)? = status.reminder?.recurrence, day >= today else { return today.description }
        return day.description
    }

    private var time: String? { status.reminder.map { Reminder.clock($0.hour, $0.minute) } }

    private var repetition: ReminderForm.Repetition {
        switch status.reminder?.recurrence {
        case .once, nil: .never
        case .daily: .daily
        case .weekly: .weekly
        }
    }

    private static func title(_ repetition: ReminderForm.Repetition) -> String {
        switch repetition {
        case .never: Texts.once
        case .daily: Texts.daily
        case .weekly: Texts.weekly
        }
    }
}
