package import FoundationEssentials
package import TodayProtocol

/// A message whose body is to be fetched.
package struct MissingBody: Hashable, Sendable {
    /// Whose inbox it is in.
    package var app: AppID
    /// The message.
    package var message: MessageID
    /// What the body is.
    package var contentType: String
    /// Where the body is, if the cloud said so.
    package var url: String?
    /// How often it was tried in vain.
    package var attempts: Int
    /// When it is to be tried next.
    package var nextAttempt: Date

    /// Describes a body that is missing.
    package init(
        app: AppID,
        message: MessageID,
        contentType: String,
        url: String?,
        attempts: Int,
        nextAttempt: Date
    ) {
        self.app = app
        self.message = message
        self.contentType = contentType
        self.url = url
        self.attempts = attempts
        self.nextAttempt = nextAttempt
    }
}
