import TodayKit

/// The part of the page that shows the reminder, with the inputs to set it and the action to remove it.
struct ReminderSection {
    let status: ReminderStatus
    let today: CivilDay
    let texts: Texts

    var container: Container {
        Container(style: .emphasis) {
            TextBlock(texts.reminder, weight: .bolder, style: .heading)
            if let reminder = status.reminder {
                TextBlock(texts.at(reminder).escapedForCards, wrap: true).spacing(.small)
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
            ActionSet {
                Action.submit(texts.setReminder, ShoppingAction.remind)
                if status.reminder != nil {
                    Action.perform(texts.stopReminding, ShoppingAction.stopReminding, style: .destructive)
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

    private func title(_ repetition: ReminderForm.Repetition) -> String {
        switch repetition {
        case .never: texts.once
        case .daily: texts.daily
        case .weekly: texts.weekly
        }
    }
}
