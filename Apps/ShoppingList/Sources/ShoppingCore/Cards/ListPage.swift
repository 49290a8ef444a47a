public import TodayKit

/// The app's page: the list, a field for a new item, and the reminder.
public struct ListPage: Sendable {
    /// The number of items to buy on a page.
    static let length = ItemPager.length
    /// The number of bought items on the page.
    static let boughtLimit = 5

    /// The list.
    public var list: ItemList
    /// A message about the list's file, if there is a problem.
    public var problem: String?
    /// The reminder.
    public var reminder: ReminderStatus
    /// The page of the items to buy, from 1.
    public var page: Int
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
        page: Int = 1,
        today: CivilDay,
        zones: ReminderZones? = nil,
        isEditing: Bool = false,
        texts: Texts
    ) {
        self.list = list
        self.problem = problem
        self.reminder = reminder
        self.page = page
        self.today = today
        self.zones = zones
        self.isEditing = isEditing
        self.texts = texts
    }

    /// Reads the list and the reminder for a page.
    ///
    /// - Throws: A `Failure` if the list's file cannot be read at all.
    public static func read(
        _ context: AppContext,
        page: Int = 1,
        isEditing: Bool = false,
        _ presenter: ReminderPresenter
    ) async throws -> ListPage {
        let file = try ListFile(context)
        var page = ListPage(
            list: ItemList(),
            reminder: await ReminderStatus.read(context, presenter),
            page: page,
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
                ActionSet { Action.openURL(texts.boughtBefore, url: ShoppingURL.history) }
                ReminderSection(status: reminder, today: today, zones: zones, texts: texts).container.spacing(
                    .extraLarge
                )
            },
            focus: isEditing ? ItemForm.input : nil
        )
    }

    @CardBuilder<CardElement> private var items: [CardElement] {
        if list.items.isEmpty {
            empty
        } else {
            let pager = ItemPager(page: page, count: list.toBuy.count, url: ShoppingURL.toBuy)
            let toBuy = pager.part(of: list.toBuy)
            if toBuy.isEmpty {
                TextBlock(texts.nothingToBuy, isSubtle: true, wrap: true).spacing(.large)
            } else {
                ItemRows(items: toBuy, texts: texts).container.spacing(.large)
                pager.links(texts)
            }
            bought
            ActionSet { Action.perform(texts.clear, ShoppingAction.clear, style: .destructive) }.spacing(.large)
        }
    }

    /// What an empty list says: whether anything was on it, and how to put it back.
    @CardBuilder<CardElement> private var empty: [CardElement] {
        if let removal = list.removal {
            TextBlock(texts.nothingNow, isSubtle: true, wrap: true).spacing(.large)
            ActionSet {
                Action.perform(texts.putBack(removal.items.count), ShoppingAction.restore(change: removal.change))
            }
        } else {
            TextBlock(list.wasUsed ? texts.nothingNow : texts.nothingYet, isSubtle: true, wrap: true).spacing(.large)
        }
    }

    /// A few of the bought items, and the link to all of them.
    @CardBuilder<CardElement> private var bought: [CardElement] {
        let bought = list.bought
        if !bought.isEmpty {
            TextBlock(texts.boughtItems(bought.count), weight: .bolder, style: .heading).spacing(.large)
            ItemRows(items: Array(bought.prefix(Self.boughtLimit)), texts: texts).container.spacing(.small)
            ActionSet {
                if bought.count > Self.boughtLimit {
                    Action.openURL(texts.allBought(bought.count), url: ShoppingURL.bought())
                }
                Action.perform(texts.clearBought, ShoppingAction.clearBought, style: .destructive)
            }
        }
    }
}
