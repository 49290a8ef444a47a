import TodayKit

@testable import ShoppingCore

/// The texts of tests that are not about languages.
let texts = Texts("en-US")

extension ItemList {
    mutating func add(_ item: ShoppingItem) throws { try add(item, texts) }
    mutating func set(_ id: String, done: Bool) throws { try set(id, done: done, texts) }
}

extension ListFile {
    init(folder: String) { self.init(folder: folder, texts) }
}

extension ItemForm {
    static func title(from inputs: [String: String]) throws -> String { try title(from: inputs, texts) }
}

extension ReminderForm {
    static func reminder(from inputs: [String: String], today: CivilDay, clock: String?) throws -> Reminder {
        try reminder(from: inputs, today: today, clock: clock, texts)
    }
}

extension ReminderStatus {
    init(pending: [NotificationRequest], settings: NotificationSettings) {
        self.init(pending: pending, settings: settings, texts)
    }
}

extension WidgetCards {
    static func content(_ list: ItemList) -> WidgetContent { content(list, texts) }
}

extension ListPage {
    init(
        list: ItemList,
        problem: String? = nil,
        reminder: ReminderStatus = ReminderStatus(),
        page: Int = 1,
        today: CivilDay,
        isEditing: Bool = false
    ) {
        self.init(
            list: list,
            problem: problem,
            reminder: reminder,
            page: page,
            today: today,
            isEditing: isEditing,
            texts: Texts("en-US")
        )
    }
}
