import Foundation
import HostModel
import TodayProtocol

/// The list of topics as a page; it needs no script.
struct TopicsPage {
    /// Content of the page.
    struct Model: Sendable {
        var topics: [SubscribedTopic]
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// The language and time zone of the person.
        var viewer: Viewer
        /// Current time.
        var now: Date
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
    }

    /// Address of the page.
    static let path = "/topics"

    let model: Model

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: LocalizableText.topics.text(in: model.viewer.pageLanguage),
            nonce: nonce,
            language: model.viewer.pageLanguage,
            sheets: [.scene, .settings, .topics],
            chrome: PageChrome(summary: model.summary, position: model.screen, images: model.images)
        ).wrap { page in
            page.writeBar(.topics)
            page.markup("<main class=\"column topics\" data-topic=\"\"")
            page.attribute("data-position", model.screen.description)
            page.attribute("data-zone", model.viewer.zone)
            page.markup(">")
            let dates = PageDates(now: model.now, viewer: model.viewer)
            page.page(TopicList(topics: model.topics, dates: dates).page)
            page.markup("</main>")
        }
    }
}

/// The part of the list that is replaced when topics or their messages change.
struct TopicList {
    let topics: [SubscribedTopic]
    let dates: PageDates

    var page: PageWriter {
        var page = PageWriter(dates.language)
        page.markup("<div id=\"topics\">")
        if topics.isEmpty {
            page.markup("<div class=\"empty\"><h2 tabindex=\"-1\">")
            page.text(.noTopics)
            page.markup("</h2><p>")
            page.text(.aboutTopics)
            page.markup("</p>")
        } else {
            page.markup("<div class=\"sheaf\">")
            for topic in topics { write(topic, to: &page) }
        }
        page.markup("</div><p class=\"foot\"><a class=\"pill\"")
        page.attribute("href", TopicsSection.path)
        page.markup(">")
        page.text(topics.isEmpty ? .subscribeInSettings : .topicSettings)
        page.markup("</a></p></div>")
        return page
    }

    private func write(_ topic: SubscribedTopic, to page: inout PageWriter) {
        page.markup("<a class=\"line\"")
        page.attribute("href", TopicPage.path(of: topic.name))
        page.markup("><span>")
        page.text(topic.name)
        page.markup("</span><span class=\"when\">")
        if topic.isMuted { page.text(.muted) }
        if topic.isMuted && topic.newest != nil { page.markup(" · ") }
        if let newest = topic.newest { dates.writeAgo(newest, to: &page) }
        page.markup("</span></a>")
    }
}
