import HostModel
import TodayProtocol

/// The list of topics as a page; it needs no script.
struct TopicsPage: Page {
    /// Address of the page.
    static let path = "/topics"

    var topics: [SubscribedTopic]
    let context: PageContext

    var title: LocalizableText { .topics }
    var sheets: [PageStyleSheet] { [.scene, .settings, .topics] }

    func write(to page: inout PageWriter) {
        page.writeBar(.topics)
        page.markup("<main class=\"column topics\" data-topic=\"\"\(context.placeAndZone)>")
        page.markup("\(TopicList(topics: topics, dates: context.dates).page)</main>")
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
            page.markup("<div class=\"empty\"><h2 tabindex=\"-1\">\(.noTopics)</h2><p>\(.aboutTopics)</p>")
        } else {
            page.markup("<div class=\"sheaf\">")
            for topic in topics { write(topic, to: &page) }
        }
        page.markup("</div><p class=\"foot\"><a class=\"pill\"\("href", TopicsSection.path)")
        page.markup(">\(topics.isEmpty ? .subscribeInSettings : .topicSettings)</a></p></div>")
        return page
    }

    private func write(_ topic: SubscribedTopic, to page: inout PageWriter) {
        page.markup("<a class=\"line\"\("href", TopicPage.path(of: topic.name))>")
        page.markup("<span>\(topic.name)</span><span class=\"when\">")
        if topic.isMuted { page.text(.muted) }
        if topic.isMuted && topic.newest != nil { page.markup(" · ") }
        if let newest = topic.newest { page.markup("\(dates.age(of: newest))") }
        page.markup("</span></a>")
    }
}
