import AppLanguages
public import TodayKit

/// What a card shows if the person has not allowed an app a server yet: a button that asks for it, and the command for a
/// terminal.
public struct ServerPermission: Hashable, Sendable {
    private let app: String
    private let language: AppLanguage

    /// Creates the elements of an app's cards.
    ///
    /// - Parameters:
    ///   - app: The bundle identifier of the app.
    ///   - language: The language of the surface, a BCP 47 tag.
    public init(_ app: String, _ language: String) {
        self.app = app
        self.language = AppLanguage(language)
    }

    /// Returns the elements for a server, as a `FetchError` names it.
    @CardBuilder<CardElement> public func elements(_ server: String) -> [CardElement] {
        TextBlock(hint, size: .small, wrap: true).spacing(.small)
        ActionSet { Action.allowHost(title(server), server: server) }.spacing(.small)
        TextBlock(commandHint, size: .small, wrap: true).spacing(.small)
        CodeBlock(command(server), language: "Bash").spacing(.small)
    }

    /// The command that allows the app to fetch from a server.
    public func command(_ server: String) -> String { "today allow \(app) \(server)" }

    private var hint: String {
        language.choose(
            "If you trust this server, allow it.",
            "このサーバーを信頼する場合は許可してください。",
            "Wenn du diesem Server vertraust, erlaube ihn."
        )
    }

    private var commandHint: String {
        language.choose(
            "In a terminal, use this command:",
            "端末では次のコマンドを使います。",
            "In einem Terminal geht das mit diesem Befehl:"
        )
    }

    private func title(_ server: String) -> String {
        language.choose("Allow \(server)", "\(server)を許可", "\(server) erlauben")
    }
}
