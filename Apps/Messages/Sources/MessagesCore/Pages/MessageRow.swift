import TodayKit

/// One message of a list: its unread dot, its icon, title and subtitle, and its date.
struct MessageRow {
    /// The height of a row that can be tapped with a finger.
    private static let height = 40
    /// The width of an icon.
    private static let iconSize = 36

    private let title: String
    /// The letter shown instead of an icon.
    private let letter: String
    private let name: String
    private let subtitle: String?
    private let date: String
    private let isRead: Bool
    private let icon: String?
    private let showsIcon: Bool
    private let url: String

    /// Creates the row of a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - localization: The language and time for the row.
    ///   - showsIcon: Whether the row has room for an icon, even if this message has none.
    ///   - list: The part of the list in which the row stands.
    init(_ message: Message, localization: PageLocalization, showsIcon: Bool, in list: ListAddress) {
        self.init(SharedMessage(message), localization: localization, showsIcon: showsIcon, in: list)
    }

    /// Creates the row of a message that the app shared with its widget.
    init(
        _ message: SharedMessage,
        localization: PageLocalization,
        showsIcon: Bool,
        in list: ListAddress = ListAddress()
    ) {
        let title = message.title.isEmpty ? localization.texts.untitled : message.title
        self.title = title.escapedForCards
        // A badge shows its text as it is.
        letter = title.prefix(1).uppercased()
        name = localization.texts.open(title, isRead: message.isRead)
        subtitle = message.subheading.isEmpty ? nil : message.subheading.escapedForCards
        date = localization.dates.short(message.date)
        isRead = message.isRead
        icon = message.iconURL.isEmpty ? nil : message.iconURL
        self.showsIcon = showsIcon
        url = MessagesURL.message(message.id, in: list).text
    }

    /// The color of the letter, the same for each message with a title.
    private var style: BadgeStyle {
        let styles: [BadgeStyle] = [.accent, .good, .warning]
        return styles[title.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) % 9_973 } % styles.count]
    }

    /// The row as columns.
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
                        Badge(letter, style: style, size: .extraLarge).horizontalAlignment(.center)
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
