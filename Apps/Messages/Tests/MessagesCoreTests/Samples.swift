import TodayKit

@testable import MessagesCore

/// Messages for tests; "now" is 21 November 2026, 12:00 UTC.
enum Samples {
    static let now = Date(timeIntervalSince1970: 1_795_262_400)
    static let localization = PageLocalization(language: "en-US", now: now)
    static let japanese = PageLocalization(language: "ja-JP", now: now)

    static func message(
        _ id: String,
        title: String? = nil,
        subtitle: String? = "Soup tonight",
        age: Double = 3600,
        expires: Double? = nil,
        isRead: Bool = false,
        icon: String? = nil,
        hasBody: Bool = true
    ) -> Message {
        Message(
            id: MessageID(id),
            title: title ?? "Message \(id)",
            subtitle: subtitle,
            sent: now.addingTimeInterval(-age),
            expires: expires.map { now.addingTimeInterval($0) },
            isRead: isRead,
            icon: icon,
            contentType: "text/html",
            hasBody: hasBody
        )
    }

    static func inbox(_ count: Int, unread: Int = 0, next: String? = nil) -> InboxPage {
        InboxPage(
            messages: (0..<count).map { message("m\($0)", age: Double($0) * 60, isRead: $0 >= unread) },
            next: next.map { MessageID($0) },
            unread: unread
        )
    }

    static func text(_ card: Card) throws -> String { try JSONValue(encoding: card).jsonText }
}
