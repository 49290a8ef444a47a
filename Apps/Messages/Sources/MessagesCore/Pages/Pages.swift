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
        let scene = PageScene(context)
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

    private func list(_ address: ListAddress, _ scene: PageScene) async throws -> SceneContent {
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
