package import TodayProtocol

/// One thing that is different since a commit.
package enum StoreChange: Hashable, Sendable {
    /// A key of a group's shared defaults has another value; `nil` means it was removed.
    case defaults(group: GroupID, key: String, value: PropertyValue?)
    /// An app was installed, replaced by another version, or removed.
    case app(AppID)
    /// What an app may fetch from is different.
    case allowedHosts(AppID)
    /// Which widgets stand on the screen, in which order, or whether one has content is different.
    case screen
    /// A tap was recorded or finished.
    case tap(TapID)
    /// Who is signed in on the web surface is different.
    case sessions
    /// One of the host's own settings is different.
    case setting(String)
    /// Something is scheduled, rescheduled or taken back: what falls due next may be another.
    case schedule
    /// A notification is there, new or in place of what it was. It `arrives` if it is to draw attention with a banner.
    case delivered(DeliveredID, app: AppID, arrives: Bool)
    /// A notification is gone.
    case withdrawn(DeliveredID, app: AppID)
    /// An app's badge is different.
    case badge(AppID)
    /// What an app asked for or what the person allows it is different.
    case authorization(AppID)
    /// An app's categories are different.
    case categories(AppID)
    /// A response to an app's notification became pending, acknowledged or failed, or is forgotten.
    case responses(AppID)
    /// The inbox of an app lists something else, or something of a message is different.
    case messages(AppID)
    /// The cloud knows what the person did with messages of an app; they are as they were.
    case messagesTold(AppID)
    /// A message is gone for good, and its body may go.
    case messageGone(AppID, MessageID)
    /// Somebody wants to see a body that is not on this device.
    case bodyWanted(AppID)
    /// The host is linked to another cloud or to none, or has other channels there.
    case cloudLink
    /// An inbox has to be fetched.
    case inboxDirty(AppID)
    /// A push waits for its app, or the app has acknowledged one.
    case pushes(AppID)
    /// The person follows other topics.
    case topics
    /// A widget has a new snapshot, or an old one grew stale. Never made by the store itself: it is announced.
    case snapshot(WidgetID)
}
