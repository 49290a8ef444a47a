public import TodayKit

/// What a card shows if the person has not allowed an app a server yet: a button that asks for it, and the command for a
/// terminal.
public struct ServerPermission: Hashable, Sendable {
    private let app: String
    private let texts: AddressListsTexts

    /// Creates the elements of an app's cards.
    ///
    /// - Parameters:
    ///   - app: The bundle identifier of the app.
    ///   - language: The language of the surface, a BCP 47 tag.
    public init(_ app: String, _ language: String) {
        self.app = app
        texts = AddressListsTexts(language)
    }

    /// Returns the elements for a server, as a `FetchError` names it.
    @CardBuilder<CardElement> public func elements(_ server: String) -> [CardElement] {
        TextBlock(texts.permissionHint, size: .small, wrap: true).spacing(.small)
        ActionSet { Action.allowHost(texts.allow(server), server: server) }.spacing(.small)
        TextBlock(texts.commandHint, size: .small, wrap: true).spacing(.small)
        CodeBlock(command(server), language: "Bash").spacing(.small)
    }

    /// The command that allows the app to fetch from a server.
    public func command(_ server: String) -> String { "today allow \(app) \(server)" }
}
