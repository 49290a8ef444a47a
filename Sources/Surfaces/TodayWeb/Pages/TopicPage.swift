import Foundation
import HostModel
import LocalAPI
import TodayProtocol

/// The feed of one topic as a page; it needs no script.
struct TopicPage: Page {
    /// Maximum number of messages on a page.
    static let length = 30

    /// A performed action, which the page confirms beside its button.
    struct DoneAction: Sendable {
        /// Name of the URL parameter.
        static let parameter = "done"

        /// Number of the message.
        let message: Int64
        /// Identifier of the action.
        let action: String

        init(message: Int64, action: String) { (self.message, self.action) = (message, action) }

        /// Parses the value of the parameter; `nil` if it is malformed.
        init?(_ value: String?) {
            guard let parts = value?.split(separator: ".", maxSplits: 1), parts.count == 2,
                let message = Int64(parts[0])
            else { return nil }
            self.init(message: message, action: String(parts[1]))
        }

        /// Value of the parameter.
        var value: String { "\(message).\(action)" }

        /// Query of the URL of the page that confirms the action.
        var query: String { "?\(Self.parameter)=\(PercentCoding.encode(value))" }
    }

    /// The messages.
    var feed: TopicFeed
    /// Number of the last message on the previous page; `nil` for the newest messages.
    var before: Int64?
    /// Number of the message whose picture the person asked to see; `nil` for none.
    var picture: Int64?
    /// Action that was just performed; `nil` if none was.
    var done: DoneAction?
    /// Reason for which the last action failed; `nil` if none did.
    var problem: LocalizableText?
    let context: PageContext

    /// Returns the address of a topic's page; the names of subscriptions need no encoding.
    static func path(of topic: String) -> String { "/topics/" + topic }

    var title: LocalizableText { .text(feed.subscription.name) }
    var sheets: [PageStyleSheet] { [.scene, .topics] }

    func write(to page: inout PageWriter) {
        page.writeBar(title, back: (TopicsPage.path, .topics))
        page.markup("<main class=\"column topics\"\(context.placeAndZone)")
        // Only the newest messages are updated; older ones stay in place while they are read.
        if before == nil {
            page.markup("\("data-topic", feed.subscription.name)\("data-picture", picture.map { String($0) })")
            page.markup("\("data-done", done?.value)")
        }
        page.markup(">")
        page.writeProblem(problem)
        let list = TopicFeedList(feed: feed, before: before, picture: picture, done: done, dates: context.dates)
        page.markup("\(list.page)</main>")
    }
}

/// The part of a feed that is replaced when its messages change.
struct TopicFeedList {
    let feed: TopicFeed
    var before: Int64?
    var picture: Int64?
    var done: TopicPage.DoneAction?
    let dates: PageDates

    private var topic: String { feed.subscription.name }

    var page: PageWriter {
        var page = PageWriter(dates.language)
        page.markup("<div id=\"topics\">\(if: feed.subscription.isMuted, "<p class=\"aside\">\(.muted)</p>")")
        if feed.messages.isEmpty {
            writeEmpty(to: &page)
        } else {
            page.markup("<ol class=\"posts\">")
            for message in feed.messages {
                let post = TopicPost(
                    shown: message,
                    showsRemotePicture: message.number == picture,
                    done: done?.message == message.number ? done?.action : nil,
                    dates: dates
                )
                post.write(to: &page)
            }
            page.markup("</ol>")
        }
        writeFoot(to: &page)
        page.markup("</div>")
        return page
    }

    private func writeEmpty(to page: inout PageWriter) {
        page.markup("<div class=\"empty\"><h2 tabindex=\"-1\">\(.noMessagesOfTopic)</h2>")
        if let address = feed.address {
            page.markup("<p>\(.publishToTopic)</p>")
            page.writeCommand("curl -d Hello \(address)")
        }
        page.markup("</div>")
    }

    private func writeFoot(to page: inout PageWriter) {
        guard before != nil || feed.next != nil else { return }
        page.markup("<p class=\"foot\">")
        if before != nil { writeWay(.newestMessages, TopicPage.path(of: topic), to: &page) }
        if let next = feed.next {
            writeWay(.olderMessages, TopicPage.path(of: topic) + "?before=\(next)", to: &page)
        }
        page.markup("</p>")
    }

    private func writeWay(_ title: LocalizableText, _ path: String, to page: inout PageWriter) {
        page.markup("<a class=\"pill\"\("href", path)>\(title)</a>")
    }
}

/// The names of topics in URLs and forms.
enum TopicParameter {
    /// Returns `true` if a text has 1 to 64 of the characters `A-Za-z0-9_-`.
    static func isValid(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
