public import TodayKit

/// The app's page: the list, a field for a new item, and the reminder.
public struct ListPage: Sendable {
    /// The height of a row that can be tapped with a finger.
    private static let rowHeight = 40

    /// The list.
    public var list: ItemList
    /// A message about the list's file, if there is a problem.
    public var problem: String?
    /// The reminder.
    public var reminder: ReminderStatus
    /// The current day where the person is.
    public var today: CivilDay
    /// The time zones of the person and of the host; `nil` if they are the same.
    public var zones: ReminderZones?
    /// Whether the field for a new item has the focus.
    public var isEditing: Bool
    /// The texts of the surface's language.
    public var texts: Texts

    /// Creates a page.
    public init(
        list: ItemList,
        problem: String? = nil,
        reminder: ReminderStatus = ReminderStatus(),
        today: CivilDay,
        zones: ReminderZones? = nil,
        isEditing: Bool = false,
        texts: Texts
    ) {
        self.list = list
        self.problem = problem
        self.reminder = reminder
        self.today = today
        self.zones = zones
        self.isEditing = isEditing
        self.texts = texts
    }

    /// Reads the list and the reminder for a page.
    ///
    /// - Throws: A `Failure` if the list's file cannot be read at all.
    public static func read(_ context: AppContext, isEditing: Bool) async throws -> ListPage {
        let file = try ListFile(context)
        var page = ListPage(
            list: ItemList(),
            reminder: await ReminderStatus.read(context),
            today: context.surface?.day ?? context.today,
            zones: context.surface.map { ReminderZones(surface: $0.zone, host: context.zone) },
            isEditing: isEditing,
            texts: Texts(context.language)
        )
        switch try file.read() {
        case .list(let list):
            page.list = list
            let kept = file.quarantinedFiles()
            if !kept.isEmpty { page.problem = page.texts.quarantinedFiles(kept) }
        case .unreadable(let sentence): page.problem = sentence
        }
        return page
    }

    /// The content of the page.
    public var content: SceneContent {
        SceneContent(
            title: texts.shoppingList,
            card: Card {
                if let problem { TextBlock(problem.escapedForCards, color: .attention, wrap: true) }
                TextInput(
                    id: ItemForm.input,
                    label: texts.newItem,
                    placeholder: texts.newItemExample,
                    maxLength: ItemForm.titleLimit,
                    inlineAction: .submit(texts.add, ShoppingAction.add, style: .positive)
                )
                items
                ReminderSection(status: reminder, today: today, zones: zones, texts: texts).container.spacing(
                    .extraLarge
                )
            },
            focus: isEditing ? ItemForm.input : nil
        )
    }

    @CardBuilder<CardElement> private var items: [CardElement] {
        if list.items.isEmpty {
            TextBlock(texts.nothingYet, isSubtle: true, wrap: true).spacing(.large)
        } else {
            let shown = (list.toBuy + list.bought).prefix(ItemList.limit)
            Container(style: .emphasis) {
                for item in shown { row(item).separator(item != shown.first) }
            }
            .spacing(.large)
            if list.items.count > shown.count {
                TextBlock(texts.more(list.items.count - shown.count), isSubtle: true)
            }
            ActionSet { Action.perform(texts.clear, ShoppingAction.clear, style: .destructive) }
        }
    }

    private func row(_ item: ShoppingItem) -> ColumnSet {
        let tick = Action.perform(
            item.done ? texts.untick(item.title) : texts.tick(item.title),
            ShoppingAction.set(id: item.id, done: !item.done)
        )
        return ColumnSet(selectAction: tick) {
            Column(width: .pixels(24), verticalContentAlignment: .center, minHeight: Self.rowHeight) {
                TextBlock(
                    item.done ? Texts.boughtMark : Texts.toBuyMark,
                    color: item.done ? .good : nil,
                    isSubtle: !item.done
                )
            }
            Column(verticalContentAlignment: .center) {
                TextBlock(item.title.escapedForCards, isSubtle: item.done, wrap: true)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                ActionSet {
                    Action.perform(texts.delete, ShoppingAction.remove(id: item.id), style: .destructive)
                        .tooltip(texts.deleteItem(item.title))
                }
            }
        }
        .spacing(.none)
    }
}
