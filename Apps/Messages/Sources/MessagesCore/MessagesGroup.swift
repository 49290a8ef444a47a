public import TodayKit

extension GroupID {
    /// The app group that Messages and its widget share.
    public static let messages = GroupID("group.today.messages")
}

extension WidgetID {
    /// The widget of Messages.
    public static let messages = WidgetID("org.today.Messages.widget")
}

extension DefaultsKey where Value == SharedInbox? {
    /// What the app shares of the inbox; none before it has looked.
    public static var inbox: Self { Self("inbox", in: .messages) }
}

extension DefaultsKey where Value == Bool {
    /// Whether the widget hides while there are no messages.
    public static var hidesWhileEmpty: Self { Self("hides.while.empty", in: .messages, default: false) }
}
