public import TodayKit

/// What the person can choose, and the way to ask for new messages at once.
public struct SettingsPage: Sendable {
    /// The id of the switch that hides the widget.
    public static let hidesInput = "hides"

    /// Whether the widget hides while there are no messages.
    public var hidesWhileEmpty: Bool
    /// Who looks.
    public var scene: PageLocalization

    /// Describes a page.
    public init(hidesWhileEmpty: Bool, scene: PageLocalization) {
        self.hidesWhileEmpty = hidesWhileEmpty
        self.scene = scene
    }

    /// The page.
    public var content: SceneContent {
        let texts = scene.texts
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
