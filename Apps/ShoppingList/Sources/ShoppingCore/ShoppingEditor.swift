public import TodayKit

/// The actions of the page.
public enum ShoppingAction: Codable, Hashable, Sendable {
    /// Adds the item in the field for a new item.
    case add
    /// Adds what was bought before.
    case addAgain(title: String)
    /// Marks an item as bought, or as still to buy.
    case set(id: String, done: Bool)
    /// Removes an item.
    case remove(id: String)
    /// Removes all items.
    case clear
    /// Removes the items that something shared has added.
    case removeShared(id: String)
    /// Removes the bought items.
    case clearBought
    /// Returns what a change removed.
    case restore(change: String)
    /// Sets the reminder that the inputs describe.
    case remind
    /// Removes the reminder.
    case stopReminding
    /// Sets a reminder again that was removed.
    case remindAgain(Reminder)
}

/// Performs the actions of the page and of the reminder.
///
/// The list is a file, which is not part of the host's transaction. So every change has the id of the tap or of the
/// response, and a repeated change is applied only once. Whatever removes something offers to undo it.
public struct ShoppingEditor: Sendable {
    private let context: AppContext

    /// Creates an editor for the context of an action or of a response.
    public init(_ context: AppContext) { self.context = context }

    /// Performs an action of the page.
    ///
    /// - Throws: `InvalidInputs` for invalid inputs, a `Failure` if the action failed.
    public func perform(_ action: ShoppingAction) async throws {
        let id = context.tap?.rawValue ?? ""
        switch action {
        case .add:
            let title = try ItemForm.title(from: context.inputs, texts)
            try await change("tap:\(id)") { try $0.add(ShoppingItem(id: id, title: title), texts) }
        case .addAgain(let title):
            guard ItemForm.isValid(title) else { throw Failure(texts.titleNotPlain) }
            try await change("tap:\(id)") { try $0.add(ShoppingItem(id: id, title: title), texts) }
        case .set(let item, let done):
            try await change("tap:\(id)") { try $0.set(item, done: done, texts) }
            await PurchaseHistory.note(item, done: done, context)
        case .remove(let item):
            try await remove("tap:\(id)", where: { $0.id == item }) { texts.itemDeleted($0.first?.title ?? "") }
        case .clear: try await remove("tap:\(id)", where: { _ in true }) { _ in texts.listCleared }
        case .removeShared(let share):
            try await change("tap:\(id)") { $0.remove(change: "tap:\(id)") { $0.id.hasPrefix("\(share).") } }
        case .clearBought: try await remove("tap:\(id)", where: \.done) { _ in texts.boughtCleared }
        case .restore(let removal): try await change("tap:\(id)") { try $0.restore(change: removal, texts) }
        case .remind: try await remind()
        case .stopReminding: try await stopReminding()
        case .remindAgain(let reminder):
            try await context.notifications.add(ReminderNotification.request(for: reminder))
            try await context.scenes.reload()
        }
    }

    /// Adds what something shared consists of, and offers to remove it again.
    ///
    /// - Returns: A sentence that names what was added.
    /// - Throws: A `Failure` if there is nothing to add, or the list is full.
    public func add(_ content: SharedContent) async throws -> String {
        let id = context.tap?.rawValue ?? ""
        let shared = SharedItems(content)
        guard let first = shared.titles.first else { throw Failure(texts.nothingShared) }
        try await change("share:\(id)") { list in
            guard list.items.count + shared.titles.count <= ItemList.limit else {
                throw Failure(texts.listIsFull(ItemList.limit))
            }
            for (number, title) in shared.titles.enumerated() {
                try list.add(ShoppingItem(id: "\(id).\(number + 1)", title: title), texts)
            }
        }
        let message = texts.added(first, andMore: shared.titles.count - 1, leftOut: shared.leftOut)
        try await context.offerUndo(message, ShoppingAction.removeShared(id: id))
        return message
    }

    /// Performs an action of the reminder.
    ///
    /// - Throws: A `Failure` if the list cannot be emptied; the host repeats the response.
    public func respond(to response: NotificationResponse) async throws {
        switch response.actionIdentifier {
        case ReminderNotification.Action.trashList:
            try await change("response:\(response.id)") { $0.remove(change: "response:\(response.id)") }
        case ReminderNotification.Action.editList: try await context.open(ShoppingURL.edit)
        default: break  // The notification is gone, or leads to the list by itself.
        }
    }

    private var texts: Texts { Texts(context.language) }

    private func change(_ id: String, _ change: (inout ItemList) throws -> Void) async throws {
        try ListFile(context).change(id, change)
        try await context.widgets.reload()
        try await context.scenes.reload()
    }

    /// Removes items, and offers to put them back; a repeated change removes nothing and makes the same offer.
    private func remove(
        _ id: String,
        where isRemoved: (ShoppingItem) -> Bool,
        message: ([ShoppingItem]) -> String
    ) async throws {
        try await change(id) { $0.remove(change: id, where: isRemoved) }
        guard case .list(let list) = try ListFile(context).read(), let removal = list.removal, removal.change == id
        else { return }
        try await context.offerUndo(message(removal.items), ShoppingAction.restore(change: id))
    }

    private func stopReminding() async throws {
        let pending = try await context.notifications.pending()
        try await context.notifications.removePending([ReminderNotification.identifier])
        try await context.scenes.reload()
        let request = pending.first { $0.identifier == ReminderNotification.identifier }
        if let reminder = request.flatMap({ Reminder($0.trigger) }) {
            try await context.offerUndo(texts.reminderRemoved, ShoppingAction.remindAgain(reminder))
        }
    }

    private func remind() async throws {
        let reminder = try ReminderForm.reminder(
            from: context.inputs,
            today: context.surface?.day ?? context.today,
            clock: context.surface?.time ?? clock,
            zone: context.surface?.zone,
            texts
        )
        try await ReminderNotification.register(context)
        try await context.notifications.add(ReminderNotification.request(for: reminder))
        try await context.scenes.reload()
    }

    /// The person's time of day, such as `08:30`, or `nil` if the time zone is not known here.
    private var clock: String? {
        guard let zone = TimeZone(identifier: context.zone) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let units = calendar.dateComponents([.hour, .minute], from: context.now)
        guard let hour = units.hour, let minute = units.minute else { return nil }
        return Reminder.clock(hour, minute)
    }
}

extension GroupID {
    /// The app group of Shopping List and its widget.
    public static let shopping = GroupID("group.today.shopping")
}

/// The URLs of the app's pages.
public enum ShoppingURL {
    /// The list.
    public static let list = "today-shopping://"
    /// The list, with the focus in the field for a new item.
    public static let edit = "today-shopping://edit"

    /// What was bought before.
    static let history = "today-shopping://history"

    /// A page of the items to buy, from 1.
    static func toBuy(page: Int) -> String { page > 1 ? "\(list)?page=\(page)" : list }

    /// A page of the bought items, from 1.
    static func bought(page: Int = 1) -> String { "\(list)bought" + (page > 1 ? "?page=\(page)" : "") }
}
