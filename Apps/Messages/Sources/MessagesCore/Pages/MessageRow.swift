import TodayKit

/// One message of a list: its unread dot, its icon, title and subheading, and its date.
struct MessageRow {
    /// A row that a finger finds.
    private static let height = 40
    /// How wide an icon is.
    private static let iconSize = 36

    private let title: String
    /// What stands in the place of an icon.
    private let letter: String
    private let name: String
    private let subtitle: String?
    private let date: String
    private let isRead: Bool
    private let icon: String?
    private let showsIcon: Bool
    private let url: String

    /// The row of a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - scene: Who looks.
    ///   - showsIcon: Whether there is room for an icon, also where this message has none.
    init(_ message: Message, scene: PageLocalization, showsIcon: Bool) {
        self.init(SharedMessage(message), scene: scene, showsIcon: showsIcon)
    }

    /// The row of a message that the app shared.
    init(_ message: SharedMessage, scene: PageLocalization, showsIcon: Bool) {
        let title = message.title.isEmpty ? scene.texts.untitled : message.title
        self.title = title.escapedForCards
        letter = title.prefix(1).uppercased().escapedForCards
        name = scene.texts.open(title, isRead: message.isRead)
        subtitle = message.subtitle.flatMap { $0.isEmpty ? nil : $0.escapedForCards }
        date = scene.dates.short(message.date)
        isRead = message.isRead
        icon = message.icon
        self.showsIcon = showsIcon
        url = MessagesURL.message(message.id).text
    }

    /// The row.
    var columns: ColumnSet {
        ColumnSet(selectAction: .openURL(name, url: url)) {
            Column(width: .pixels(12), verticalContentAlignment: .center, minHeight: Self.height) {
                if !isRead { TextBlock("●", size: .small, color: .accent) }
            }
            if showsIcon {
                Column(width: .pixels(Self.iconSize), verticalContentAlignment: .center) {
                    if let icon {
                        Image(url: icon, style: .person, width: Self.iconSize, height: Self.iconSize)
                    } else {
                        TextBlock(letter, size: .large, isSubtle: true).horizontalAlignment(.center)
                    }
                }
            }
            Column(verticalContentAlignment: .center) {
                TextBlock(title, weight: isRead ? nil : .bolder)
                if let subtitle { TextBlock(subtitle, size: .small, isSubtle: true).spacing(.none) }
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(date, size: .small, isSubtle: true)
            }
        }
    }
}
