package import TodayProtocol

/// Which message it is, and whose inbox it is in.
package struct MessagePlace: Codable, Hashable, Sendable {
    /// The app.
    package var app: AppID
    /// The message.
    package var id: MessageID

    /// Names a message.
    package init(app: AppID, id: MessageID) {
        self.app = app
        self.id = id
    }
}
