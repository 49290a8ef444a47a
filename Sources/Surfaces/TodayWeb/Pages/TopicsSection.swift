import HostModel
import TodayProtocol

/// The topics in Settings: subscribing, muting and leaving; the forms need no script.
struct TopicsSection {
    /// The subscriptions.
    var topics: [SubscribedTopic] = []
    /// `true` if the host has joined a cloud, without which there are no topics.
    var hasCloud = false
    /// Reason for which the last form was refused; `nil` if it was not.
    var problem: LocalizableText?
    /// Name that was refused, to be corrected.
    var refusedName = ""

    /// Address of the section.
    static let path = "/settings#topics"

    /// Returns the path to which a form about a topic is sent.
    static func path(_ action: String, _ topic: String) -> String { "/settings/topics/\(topic)/\(action)" }

    func write(to page: inout PageWriter) {
        page.markup("<section aria-labelledby=\"topics\"><h2 class=\"section-title\" id=\"topics\">\(.topics)</h2>")
        if let problem = problem {
            page.markup("<p class=\"problem\" id=\"topic-problem\" role=\"alert\">\(problem)</p>")
        }
        if hasCloud || !topics.isEmpty {
            page.markup("<div class=\"sheaf\">")
            for topic in topics { write(topic, to: &page) }
            if hasCloud { writeSubscription(to: &page) }
            page.markup("</div>")
        }
        page.markup("<p class=\"aside\">\(.aboutTopics)</p></section>")
    }

    private func write(_ topic: SubscribedTopic, to page: inout PageWriter) {
        page.markup("<div class=\"line subscription\"><div><a\("href", TopicPage.path(of: topic.name))>\(topic.name)")
        page.markup("</a>\(if: topic.isMuted, "<p>\(.muted)</p>")</div>")
        writeForm(topic.isMuted ? "unmute" : "mute", topic.isMuted ? .unmuteTopic : .muteTopic, topic, to: &page)
        writeForm("leave", .leaveTopic, topic, to: &page)
        page.markup("</div>")
    }

    private func writeForm(
        _ action: String,
        _ title: LocalizableText,
        _ topic: SubscribedTopic,
        to page: inout PageWriter
    ) {
        page.markup("<form method=\"post\"\("action", Self.path(action, topic.name))><button class=\"quiet-button\"")
        page.markup("\("aria-label", .action(title, topic: topic.name))>\(title)</button></form>")
    }

    private func writeSubscription(to page: inout PageWriter) {
        page.markup("<form class=\"line subscribe\" method=\"post\" action=\"/settings/topics\">")
        page.markup("<input class=\"field\" name=\"topic\" required maxlength=\"64\" pattern=\"[A-Za-z0-9_\\-]+\"")
        page.markup(" autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\" dir=\"ltr\"")
        page.attribute("title", .whatATopicHas)
        page.attribute("aria-label", .topicName)
        page.attribute("placeholder", .topicName)
        page.attribute("value", refusedName)
        if problem != nil { page.markup(" aria-invalid=\"true\" aria-describedby=\"topic-problem\" autofocus") }
        page.markup("><button class=\"quiet-button\">")
        page.text(.subscribe)
        page.markup("</button></form>")
    }
}
