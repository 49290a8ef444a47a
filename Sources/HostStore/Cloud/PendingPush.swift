package import TodayProtocol

/// A push that its app has to be told of.
package struct PendingPush: Hashable, Sendable {
    /// Grows with each push: the order in which an app gets them.
    package var number: Int64
    /// The app.
    package var app: AppID
    /// What it is told.
    package var push: Push

    /// Describes a push.
    package init(number: Int64, app: AppID, push: Push) {
        self.number = number
        self.app = app
        self.push = push
    }
}
