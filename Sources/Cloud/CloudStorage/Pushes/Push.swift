package import FoundationEssentials

/// A message for inboxes, stored once for all of them.
package struct NewMessage: Hashable, Sendable {
    package var id: CloudMessageID
    package var title: String
    package var contentType: String
    package var body: Data
    package var sent: Date
    package var expires: Date?
    /// Further fields of the sender, a JSON object of strings.
    package var extra: String?
    /// Its icons, a JSON object.
    package var icons: String?

    package init(
        id: CloudMessageID,
        title: String,
        contentType: String,
        body: Data,
        sent: Date,
        expires: Date? = nil,
        extra: String? = nil,
        icons: String? = nil
    ) {
        self.id = id
        self.title = title
        self.contentType = contentType
        self.body = body
        self.sent = sent
        self.expires = expires
        self.extra = extra
        self.icons = icons
    }
}

package struct NewPush: Hashable, Sendable {
    package var id: PushID
    /// The audience in the fan-out's own form, which the store does not interpret.
    package var selection: String
    package var content: EventContent
    package var message: NewMessage?
    /// The contents for channels that are not hosts, at most one for each type.
    package var outbox: [OutboxContent]

    package init(
        id: PushID,
        selection: String,
        content: EventContent,
        message: NewMessage? = nil,
        outbox: [OutboxContent] = []
    ) {
        self.id = id
        self.selection = selection
        self.content = content
        self.message = message
        self.outbox = outbox
    }
}

package struct UnfinishedPush: Hashable, Sendable {
    package let number: PushNumber
    package let app: AppNumber
    /// The app's bundle identifier.
    package let appName: String
    /// The last channel that was considered.
    package let cursor: ChannelNumber
    /// The audience, as in ``NewPush/selection``.
    package let selection: String
    package let expires: Date
    package let hasMessage: Bool
}

package struct PushPage: Hashable, Sendable {
    package var push: UnfinishedPush
    /// The channels that receive it in this step, on their devices, in their inboxes, or through the outbox.
    package var recipients: [AudienceMember]
    /// The last channel that was considered; `nil` after the last one.
    package var cursor: ChannelNumber?
    /// The event for devices that do not receive the push but show an inbox that receives its message.
    package var notice: EventContent

    package init(push: UnfinishedPush, recipients: [AudienceMember], cursor: ChannelNumber?, notice: EventContent) {
        self.push = push
        self.recipients = recipients
        self.cursor = cursor
        self.notice = notice
    }
}
