import FoundationEssentials
package import Host
package import TodayProtocol
package import TodayScreen

extension Samples {
    /// The app of the messages.
    package static let messagesApp = AppID("com.example.weather")

    /// A message of Weather with a body, sent an hour ago.
    package static func message(
        _ id: String,
        title: String = "Storm warning",
        subtitle: String? = nil,
        isRead: Bool = false,
        hasBody: Bool = true
    ) -> ShownMessage {
        ShownMessage(
            app: messagesApp,
            appTitle: "Weather",
            message: Message(
                id: MessageID(id),
                title: title,
                subtitle: subtitle,
                sent: now.addingTimeInterval(-3600),
                isRead: isRead,
                contentType: "text/html",
                hasBody: hasBody
            )
        )
    }

    /// The page of a message.
    package static func messageScene(_ id: String) -> SceneState {
        var scene = scene()
        scene.message = MessageID(id)
        return scene
    }
}
