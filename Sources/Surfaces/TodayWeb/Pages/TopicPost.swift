import CardRendering
import Foundation
import HostModel
import Markup
import TodayProtocol

/// A message in the feed of a topic.
///
/// Anybody who may publish to the topic may have written its texts and URLs, so all of them are escaped, and links lead
/// only to targets that ``PageLink`` allows.
struct TopicPost {
    let shown: ShownTopicMessage
    /// `true` if the person asked to see the picture, which is on another server.
    var showsRemotePicture = false
    /// Identifier of the action that was just performed; `nil` if none was.
    var done: String?
    let dates: PageDates

    private var message: TopicMessage { shown.message }
    private var path: String { TopicPage.path(of: message.topic) }
    private var id: String { "m-\(shown.number)" }
    private var title: String { (message.symbols + [message.title].compactMap(\.self)).joined(separator: " ") }
    private var hasTitle: Bool { !title.isEmpty }

    func write(to page: inout PageWriter) {
        page.markup("<li class=\"post\"\("id", id)><article")
        if hasTitle { page.attribute("aria-labelledby", id + "-title") }
        page.markup(">\(if: hasTitle, "<h2 dir=\"auto\"\("id", id + "-title")>\(title)</h2>")")
        writeFacts(to: &page)
        writeText(to: &page)
        writeAttachment(to: &page)
        writeChoices(to: &page)
        page.markup("</article></li>")
    }

    /// Returns the name of a priority; `nil` for the default.
    private static func title(ofPriority priority: Int) -> LocalizableText? {
        switch priority {
        case ...1: .lowestPriority
        case 2: .lowPriority
        case 3: nil
        case 4: .highPriority
        default: .urgent
        }
    }

    /// Writes the date, the priority and the tags.
    private func writeFacts(to page: inout PageWriter) {
        page.markup("<p class=\"when\">\(dates.age(of: message.sent))")
        if let priority = Self.title(ofPriority: message.priority) {
            page.markup(" · \(markup: message.priority > 3 ? "<b>" : "<span>")")
            page.markup("\(priority)\(markup: message.priority > 3 ? "</b>" : "</span>")")
        }
        for tag in message.tags { page.markup(" · <bdi>\(tag)</bdi>") }
        page.markup("</p>")
    }

    private func writeText(to page: inout PageWriter) {
        guard !message.text.isEmpty else { return }
        if message.isMarkdown {
            page.markup("<div class=\"markdown\">")
            page.markdown(message.text, headingLevel: hasTitle ? 3 : 2) { Self.target(of: $0) }
            page.markup("</div>")
        } else {
            page.markup("<p class=\"words\" dir=\"auto\">\(message.text)</p>")
        }
    }

    private func writeAttachment(to page: inout PageWriter) {
        guard let file = message.attachment else { return }
        page.markup("<p class=\"file\">")
        switch shown.picture {
        case _ where shown.isFileExpired: page.text(.fileExpired(file.name))
        case .stored: writePicture(file, to: &page)
        case .remote where showsRemotePicture: writePicture(file, to: &page)
        case .remote(let server):
            page.markup("<a class=\"choice\"")
            page.markup("\("href", "\(path)?picture=\(shown.number)#\(id)")>\(.showPicture(server))</a>")
        case nil:
            let size = file.size.map {
                Int64($0).formatted(.byteCount(style: .file).locale(Locale(identifier: page.language.tag)))
            }
            let name = [file.name, size].compactMap(\.self).joined(separator: " · ")
            writeLink(to: file.url, .text(name), in: &page)
        }
        page.markup("</p>")
    }

    /// Writes a picture that links to the file.
    private func writePicture(_ file: TopicMessage.Attachment, to page: inout PageWriter) {
        page.markup("<img class=\"attached\" loading=\"lazy\"")
        page.markup("\("src", "\(path)/messages/\(shown.number)/picture")\("alt", file.name)>")
    }

    private func writeChoices(to page: inout PageWriter) {
        let click = message.click.flatMap { click in Self.target(of: click).map { (click, $0) } }
        guard click != nil || !shown.actions.isEmpty else { return }
        page.markup("<div class=\"choices\">")
        if let (address, _) = click {
            let server = URLComponents(string: address)?.host
            writeLink(to: address, server.map { .openServer($0) } ?? .open, in: &page)
        }
        for action in shown.actions {
            if let address = action.url {
                writeLink(to: address, .text(action.label), in: &page)
            } else {
                page.markup("<form method=\"post\"")
                page.markup("\("action", "\(path)/messages/\(shown.number)/actions/\(action.identifier)")>")
                page.markup("<button class=\"choice\" dir=\"auto\">\(action.label)</button></form>")
            }
        }
        page.markup("</div>")
        if let action = shown.actions.first(where: { $0.identifier == done }) {
            page.markup("<p class=\"when\" role=\"status\">\(.actionWasSent(action.label))</p>")
        }
    }

    /// Writes a link, or only its text if the URL is not allowed.
    private func writeLink(to address: String, _ title: LocalizableText, in page: inout PageWriter) {
        guard let target = Self.target(of: address) else {
            page.markup("<bdi>\(title)</bdi>")
            return
        }
        page.markup("<a class=\"choice\" dir=\"auto\"\("href", target.href)")
        page.markup("\(if: target.opensNewWindow, " target=\"_blank\" rel=\"noopener noreferrer\"")>\(title)</a>")
    }

    private static func target(of address: String) -> MarkdownLink? {
        PageLink.target(of: address, from: TopicsApp.id).map {
            MarkdownLink(href: $0.href, opensNewWindow: $0.opensNewWindow)
        }
    }
}
