package import FoundationEssentials

/// A message for inboxes, as it is kept once for all of them.
package struct NewMessage: Hashable, Sendable {
    /// Its id.
    package var id: CloudMessageID
    /// Its title.
    package var title: String
    /// The media type of its body.
    package var contentType: String
    /// Its body.
    package var body: Data
    /// When it was sent.
    package var sent: Date
    /// From when on it is gone, if it expires.
    package var expires: Date?
    /// What the sender added, a JSON object of strings.
    package var extra: String?
    /// Its icons, a JSON object.
    package var icons: String?

    /// Describes a message.
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

/// A push to be accepted.
package struct NewPush: Hashable, Sendable {
    /// Its id.
    package var id: PushID
    /// Who gets it, in the words of whoever fans it out; the store does not read it.
    package var selection: String
    /// What devices are told.
    package var content: EventContent
    /// The message that it puts into inboxes, if it does.
    package var message: NewMessage?

    /// Describes a push.
    package init(id: PushID, selection: String, content: EventContent, message: NewMessage? = nil) {
        self.id = id
        self.selection = selection
        self.content = content
        self.message = message
    }
}

/// A push that has not reached all of its audience yet.
package struct UnfinishedPush: Hashable, Sendable {
    /// The store's number of it.
    package let number: PushNumber
    /// Whose it is.
    package let app: AppNumber
    /// The bundle identifier of that app.
    package let appName: String
    /// The last channel that it was considered for.
    package let place: ChannelNumber
    /// Who gets it.
    package let selection: String
    /// From when on nobody needs it.
    package let expires: Date
    /// Whether it puts a message into inboxes.
    package let hasMessage: Bool
}

/// What a channel gets of a push.
package struct Delivery: Hashable, Sendable {
    /// The device to tell, if the channel has one.
    package var device: DeviceNumber?
    /// The inbox to put the message into, if the channel has one.
    package var inbox: InboxNumber?

    /// Describes a delivery.
    package init(device: DeviceNumber?, inbox: InboxNumber?) {
        self.device = device
        self.inbox = inbox
    }
}

/// One step of a push on its way to its audience.
package struct PushPage: Hashable, Sendable {
    /// The push, as it was read.
    package var push: UnfinishedPush
    /// To whom it goes in this step.
    package var deliveries: [Delivery]
    /// The last channel that was considered; none if there are no more.
    package var place: ChannelNumber?
    /// What devices are told that do not get the push but show an inbox that gets its message.
    package var notice: EventContent

    /// Describes a step.
    package init(push: UnfinishedPush, deliveries: [Delivery], place: ChannelNumber?, notice: EventContent) {
        self.push = push
        self.deliveries = deliveries
        self.place = place
        self.notice = notice
    }
}
