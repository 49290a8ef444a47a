import TodayDatabase
public import TodayKit

/// What was bought, in a database in the group's folder: the app and the widget write to it at the same time.
public struct PurchaseHistory: Sendable {
    /// Something that was bought.
    public struct Product: Hashable, Sendable {
        /// What it is called.
        public var title: String
        /// How often it was bought.
        public var count: Int
    }

    private let database: GroupDatabase
    private let limit: Int

    /// Opens the database in a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - limit: How many purchases are remembered; the oldest are forgotten.
    /// - Throws: A `DatabaseFailure` if it cannot be opened.
    init(folder: String, limit: Int = 2_000) throws {
        self.limit = limit
        database = try GroupDatabase(
            "purchases.sqlite",
            inFolder: folder,
            limit: 4 << 20,
            migrations: [
                """
                CREATE TABLE purchase (item TEXT PRIMARY KEY, title TEXT NOT NULL, date REAL NOT NULL);
                CREATE INDEX purchaseDate ON purchase (date);
                """
            ]
        )
    }

    /// Opens the database of the process's group.
    ///
    /// - Throws: A `Failure` if the process does not have the group, a `DatabaseFailure` if it cannot be opened.
    public init(_ context: some ProcessScoped) throws {
        guard let group = context.groups.first(where: { $0.id == .shopping }) else {
            throw Failure(Texts(context.language).noGroup)
        }
        try self.init(folder: group.path)
    }

    /// Notes that an item on the list was ticked or unticked; the same again changes nothing.
    ///
    /// The list is what counts, so a history that cannot be written is only logged.
    static func note(_ item: String, done: Bool, _ context: some ProcessScoped) async {
        do {
            guard case .list(let list) = try ListFile(context).read(),
                let title = list.items.first(where: { $0.id == item })?.title
            else { return }
            try await PurchaseHistory(context).set(ShoppingItem(id: item, title: title, done: done), on: context.now)
        } catch {
            context.log.error("The purchase is not remembered: \(error)")
        }
    }

    /// Remembers a purchase, or forgets one that was ticked by mistake.
    func set(_ item: ShoppingItem, on date: Date) async throws {
        try await database.write { [limit] database in
            guard item.done else {
                try database.execute("DELETE FROM purchase WHERE item = ?", item.id)
                return
            }
            try database.execute("INSERT OR REPLACE INTO purchase VALUES (?, ?, ?)", item.id, item.title, date)
            try database.execute(
                "DELETE FROM purchase WHERE item IN (SELECT item FROM purchase ORDER BY date DESC LIMIT -1 OFFSET ?)",
                limit
            )
        }
    }

    /// Returns what was bought most often.
    func products(limit: Int) async throws -> [Product] {
        try await database.read { database in
            try database.query(
                """
                SELECT title, count(*) AS count FROM purchase
                GROUP BY title ORDER BY count DESC, max(date) DESC, title LIMIT ?
                """,
                limit
            )
            .map { Product(title: try $0["title"], count: try $0["count"]) }
        }
    }
}
