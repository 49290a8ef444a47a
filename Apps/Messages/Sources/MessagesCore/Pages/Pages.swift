public import TodayKit

/// Creates the page for a URL.
public struct Pages: Sendable {
    private let context: AppContext
    private let freshness: InboxFreshness

    /// Creates the pages for the context of a request.
    public init(_ context: AppContext, freshness: InboxFreshness = .fresh) {
        self.context = context
        self.freshness = freshness
    }

    /// Returns the page for a URL.
    ///
    /// - Throws: A `Failure` if there is no such page, `RequestError` if the host refuses.
    public func content(of url: SceneURL) async throws -> SceneContent {
        let localization = PageLocalization(context)
        switch MessagesURL(url) {
        case .list(let address): return try await list(address, localization)
        case .message(let id, let list):
            let message = try await InboxReader(context).message(id)
            return MessagePage(message: message, list: list, localization: localization).content
        case .settings:
            return SettingsPage(hidesWhileEmpty: context.defaults[.hidesWhileEmpty], localization: localization).content
        case nil: throw Failure(localization.texts.noPage(url.path))
        }
    }

    /// Marks a message as read when its page is opened.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public func open(_ url: SceneURL) async throws {
        guard case .message(let id, _) = MessagesURL(url), let message = try await InboxReader(context).message(id),
            !message.isRead
        else { return }
        try await context.messages.markRead([id], true)
    }

    private func list(_ address: ListAddress, _ localization: PageLocalization) async throws -> SceneContent {
        var address = address
        let inbox: InboxPage
        do {
            inbox = try await InboxReader(context).page(address, limit: ListPage.length)
        } catch let error as RequestError where error.code == .notFound && address.after != nil {
            // The message after which the page began was deleted in the meantime.
            address.after = nil
            inbox = try await InboxReader(context).page(address, limit: ListPage.length)
        }
        return address.selection == nil
            ? ListPage(address: address, inbox: inbox, localization: localization, freshness: freshness).content
            : SelectionPage(address: address, inbox: inbox, localization: localization).content
    }
}

/// The language and time that a page depends on.
public struct PageLocalization: Sendable {
    let texts: Texts
    let dates: MessageDate

    /// Creates a localization.
    ///
    /// - Parameters:
    ///   - language: The language of the surface.
    ///   - now: The host's time.
    public init(language: String, now: Date) {
        texts = Texts(language)
        dates = MessageDate(now: now)
    }

    /// Creates the localization of a request.
    public init(_ context: some ProcessScoped) { self.init(language: context.language, now: context.now) }
}

/// Writes dates for cards; the surface formats them in the person's zone and language.
struct MessageDate {
    private static let format = Date.ISO8601FormatStyle()
    /// The age up to which a message shows its time, in seconds: at most one day, so that the time is unambiguous.
    static let timeSpan: TimeInterval = 86_400

    let now: Date

    /// Returns the date for a list: the time of a message of the last day, otherwise the day.
    ///
    /// A sandboxed program has no time zones, so it does not know on which day of the person's calendar it was.
    func short(_ date: Date) -> String {
        Self.isRecent(date, now) ? Self.macro("TIME", date) : Self.macro("DATE", date, ", COMPACT")
    }

    /// Returns the day and the time.
    func long(_ date: Date) -> String { "\(Self.macro("DATE", date, ", SHORT")) \(Self.macro("TIME", date))" }

    /// Returns `true` if a message shows its time.
    static func isRecent(_ date: Date, _ now: Date) -> Bool {
        (0..<timeSpan).contains(now.timeIntervalSince(date))
    }

    /// Returns a date macro of cards, without fractions of seconds and within the years that cards support.
    private static func macro(_ name: String, _ date: Date, _ style: String = "") -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard (0...253_402_300_799).contains(seconds) else { return "" }
        return "{{\(name)(\(Date(timeIntervalSince1970: seconds).formatted(format))\(style))}}"
    }
}
