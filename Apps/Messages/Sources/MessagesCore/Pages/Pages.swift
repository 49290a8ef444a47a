public import TodayKit

/// Makes the page of an address.
public struct Pages: Sendable {
    private let context: AppContext

    /// Takes the context of a request.
    public init(_ context: AppContext) { self.context = context }

    /// The page of an address.
    ///
    /// - Throws: A `Failure` if no page has it, `RequestError` if the host refuses.
    public func content(of url: SceneURL) async throws -> SceneContent {
        let scene = PageLocalization(context)
        switch MessagesURL(url) {
        case .list(let address): return try await list(address, scene)
        case .message(let id):
            return MessagePage(message: try await InboxReader(context).message(id), scene: scene).content
        case .settings:
            return SettingsPage(hidesWhileEmpty: context.defaults[.hidesWhileEmpty], scene: scene).content
        case nil: throw Failure(scene.texts.noPage(url.path))
        }
    }

    /// Notes that an address was opened: a message is then read.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public func open(_ url: SceneURL) async throws {
        guard case .message(let id) = MessagesURL(url), let message = try await InboxReader(context).message(id),
            !message.isRead
        else { return }
        try await context.messages.markRead([id], true)
    }

    private func list(_ address: ListAddress, _ scene: PageLocalization) async throws -> SceneContent {
        var address = address
        let inbox: InboxPage
        do {
            inbox = try await InboxReader(context).page(address, limit: ListPage.length)
        } catch let error as RequestError where error.code == .notFound && address.after != nil {
            // The message after which the page began was deleted meanwhile.
            address.after = nil
            inbox = try await InboxReader(context).page(address, limit: ListPage.length)
        }
        return address.selection == nil
            ? ListPage(address: address, inbox: inbox, scene: scene).content
            : SelectionPage(address: address, inbox: inbox, scene: scene).content
    }
}

/// What every page has to know of who looks and when.
public struct PageLocalization: Sendable {
    let texts: Texts
    let dates: MessageDate

    /// Describes who looks.
    ///
    /// - Parameters:
    ///   - language: The language of the surface.
    ///   - now: The host's time.
    public init(language: String, now: Date) {
        texts = Texts(language)
        dates = MessageDate(now: now)
    }

    /// Takes it from a request.
    public init(_ context: some ProcessScoped) { self.init(language: context.language, now: context.now) }
}

/// Points in time as the pages write them; the surface writes them in the person's zone and language.
struct MessageDate {
    private static let format = Date.ISO8601FormatStyle()
    /// How long a message shows its time, in seconds: that is no more than a clock goes around.
    static let timeSpan: TimeInterval = 86_400

    /// The host's time.
    let now: Date

    /// The date for a list: the time while a clock shows it once, else the day.
    ///
    /// A program in the sandbox knows no time zones, so it cannot know which day it was where the person is.
    func short(_ date: Date) -> String {
        Self.isRecent(date, now) ? Self.macro("TIME", date) : Self.macro("DATE", date, ", COMPACT")
    }

    /// The day and the time.
    func long(_ date: Date) -> String { "\(Self.macro("DATE", date, ", SHORT")) \(Self.macro("TIME", date))" }

    /// Whether a message shows its time.
    static func isRecent(_ date: Date, _ now: Date) -> Bool {
        (0..<timeSpan).contains(now.timeIntervalSince(date))
    }

    /// A date as cards have it, without fractions of seconds and within the years that they can write.
    private static func macro(_ name: String, _ date: Date, _ style: String = "") -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard (0...253_402_300_799).contains(seconds) else { return "" }
        return "{{\(name)(\(Date(timeIntervalSince1970: seconds).formatted(format))\(style))}}"
    }
}
