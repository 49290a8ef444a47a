package import TodayProtocol

/// A message as surfaces list it.
package struct ShownMessage: Codable, Hashable, Sendable {
    /// The app whose inbox it is in.
    package var app: AppID
    /// The app's name.
    package var appTitle: String
    /// The message.
    package var message: Message

    /// Describes a message.
    package init(app: AppID, appTitle: String, message: Message) {
        self.app = app
        self.appTitle = appTitle
        self.message = message
    }
}
