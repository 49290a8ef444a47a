import AppLanguages
public import TodayKit

/// The settings, with a button that asks for new messages.
public struct SettingsPage: Sendable {
    /// The id of the switch that hides the widget.
    public static let hidesInput = "hides"

    /// Whether the widget is hidden while there are no messages.
    public var hidesWhileEmpty: Bool
    /// The language and time for the page.
    public var localization: PageLocalization

    /// Creates a page.
    public init(hidesWhileEmpty: Bool, localization: PageLocalization) {
        self.hidesWhileEmpty = hidesWhileEmpty
        self.localization = localization
    }

    /// The content of the page.
    public var content: SceneContent {
        let texts = localization.texts
        return SceneContent(
            title: texts.settings,
            card: Card(lang: texts.tag) {
                Container(style: .emphasis) {
                    TextBlock(texts.widget, size: .medium, weight: .bolder, style: .heading)
                    ToggleInput(
                        id: Self.hidesInput,
                        title: texts.hidesWhileEmpty,
                        isOn: hidesWhileEmpty,
                        wrap: true
                    )
                    ActionSet { Action.submit(texts.save, MessagesAction.save, style: .positive) }
                }
                ActionSet {
                    Action.perform(texts.checkForMessages, MessagesAction.refresh)
                    Action.openURL(texts.messages, url: MessagesURL.firstPage.text)
                }
                .spacing(.large)
            }
        )
    }
}
