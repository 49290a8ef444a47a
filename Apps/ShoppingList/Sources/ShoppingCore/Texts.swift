import TodayKit

/// Every text of the pages and of the widget, in English; those of notifications are in the bundle's strings.
enum Texts {
    // The list

    static let shoppingList = "Shopping List"
    static let openList = "Open Shopping List"
    static let newItem = "New item"
    static let newItemExample = "Milk"
    static let add = "Add"
    static let delete = "Delete"
    static let clear = "Clear List"
    static let toBuyMark = "○"
    static let boughtMark = "✓"
    static let nothingYet = "Nothing is on the list yet."
    static let allDone = "All done"
    static let nothingToBuy = "There is nothing left to buy."

    static func toBuy(_ count: Int) -> String { count == 1 ? "1 thing to buy" : "\(count) things to buy" }
    static func more(_ count: Int) -> String { "and \(count) more" }
    static func tick(_ title: String) -> String { "Mark \(title) as bought" }
    static func untick(_ title: String) -> String { "Mark \(title) as still to buy" }
    static func deleteItem(_ title: String) -> String { "Delete \(title)" }

    // Mistakes in an item

    static let titleMissing = "Say what to buy."
    static let titleNotPlain = "Use letters that can be shown on one line."
    static let itemIsGone = "This item is no longer on the list."
    static func titleTooLong(_ limit: Int) -> String { "Use at most \(limit) characters." }
    static func listIsFull(_ limit: Int) -> String { "There are \(limit) items on the list already; delete one first." }

    // The reminder

    static let reminder = "Reminder"
    static let setReminder = "Set Reminder"
    static let stopReminding = "Remove Reminder"
    static let day = "Day"
    static let time = "Time"
    static let repetition = "Repeat"
    static let once = "Never"
    static let daily = "Every day"
    static let weekly = "Every week, on that weekday"
    static let dayHint = "A reminder that comes every day needs no day."
    static let dayMissing = "Choose a day."
    static let timeMissing = "Choose a time."
    static let repetitionUnknown = "Choose how often it comes."
    static let timeIsOver = "That time is over; choose a later one."
    static let waitsForAnswer = "It shows when you allow Shopping List to send you notifications."
    static let notAllowed = "It will not show: notifications of Shopping List are off. You can allow them in Settings."

    static func at(_ reminder: Reminder) -> String {
        let time = Reminder.clock(reminder.hour, reminder.minute)
        return switch reminder.recurrence {
        case .once(let day):
            "\(weekday(day.weekday)), \(day.day) \(months[max(0, min(11, day.month - 1))]) \(day.year), at \(time)"
        case .daily: "Every day at \(time)"
        case .weekly(let weekday): "Every \(self.weekday(weekday)) at \(time)"
        }
    }

    private static func weekday(_ number: Int) -> String {
        let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        return names[max(0, min(6, number - 1))]
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    // Errors

    static let noGroup = "Shopping List has no folder for its list: its entitlements name no group.today.shopping."
    static let notJSON = "it is no JSON"
    static let newer = "a newer Shopping List wrote it"
    static let noList = "it holds something else than a list"
    static let tooLarge = "it is larger than 1 MB"

    static func unreadable(_ name: String, _ reason: String) -> String {
        "The list in \(name) cannot be read: \(reason). It stays as it is until you change something; then a new list "
            + "begins, and this file is kept beside it."
    }
    static func quarantinedFiles(_ names: [String]) -> String {
        "A list that could not be read is kept in the folder of group.today.shopping as "
            + names.joined(separator: ", ") + "."
    }
    static func cannotRead(_ name: String, _ reason: String) -> String { "\(name) cannot be read: \(reason)." }
    static func cannotWrite(_ name: String, _ reason: String) -> String {
        "\(name) cannot be written: \(reason). Nothing was changed."
    }
    static func tooManyKept(_ count: Int) -> String {
        "There are \(count) lists that could not be read; move some of them out of the folder of group.today.shopping."
    }
}
