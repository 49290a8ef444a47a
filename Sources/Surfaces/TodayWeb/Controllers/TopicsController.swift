import HostModel
import Hummingbird
import LocalAPI
import NIOCore
import TodayProtocol

/// Serves the list of topics, their feeds, and the forms on them, without a script.
struct TopicsController: PageController {
    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("topics", use: list)
        router.get("topics/:topic", use: show)
        router.post("topics/:topic/messages/:number/actions/:action", use: perform)
        // The address of a page with the error of an action, which a person may load again or bookmark.
        router.get("topics/:topic/messages/:number/actions/:action") { _, context in
            let (topic, number) = try message(context)
            return redirect(to: number, of: topic)
        }
    }

    /// Adds the route of pictures, whose errors are JSON.
    func addScriptRoutes(to router: some RouterMethods<WebContext>) {
        router.get("topics/:topic/messages/:number/picture", use: picture)
    }

    @Sendable @concurrent private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        let pageContext = try await pageContext(for: viewer(of: request))
        let topics = try await host.send(GetTopicSubscriptionsRequest()).topics
        return PageResponse.make(TopicsPage(topics: topics, context: pageContext))
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = request.uri.queryParameters
        return try await page(
            of: context.topic(),
            before: query.get("before").flatMap { Int64($0) },
            picture: query.get("picture").flatMap { Int64($0) },
            done: TopicPage.DoneAction(query.get(TopicPage.DoneAction.parameter)),
            request
        )
    }

    /// Performs an action, and shows the topic again, with the error if it failed; a device that may allow the server that
    /// was refused is asked to.
    @Sendable @concurrent private func perform(_ request: Request, _ context: WebContext) async throws -> Response {
        let (topic, number) = try message(context)
        let action = context.parameters.get("action") ?? ""
        let problem = try await WebForm.refusal([.invalid, .notFound]) { () async throws(HostError) in
            try await host.send(PerformTopicActionRequest(action, of: number, in: topic))
        }
        if context.rights == .change, let server = problem?.refusedServer {
            return PageResponse.redirect(to: ServerQuestionPage.path(of: TopicsApp.id, host: server))
        }
        if let problem { return try await page(of: topic, problem: problem, request) }
        return redirect(to: number, of: topic, after: .init(message: number, action: action))
    }

    /// Redirects to a message in the feed of its topic.
    private func redirect(to number: Int64, of topic: String, after action: TopicPage.DoneAction? = nil) -> Response {
        PageResponse.redirect(to: TopicPage.path(of: topic) + (action?.query ?? "") + "#m-\(number)")
    }

    @Sendable @concurrent private func picture(_ request: Request, _ context: WebContext) async throws -> Response {
        let (topic, number) = try message(context)
        let image = try await host.send(GetTopicPictureRequest(of: number, in: topic))
        return try PageResponse.image(image, cache: "private, max-age=3600")
    }

    private func page(
        of topic: String,
        before: Int64? = nil,
        picture: Int64? = nil,
        done: TopicPage.DoneAction? = nil,
        problem: LocalizableText? = nil,
        _ request: Request
    ) async throws -> Response {
        let pageContext = try await pageContext(for: viewer(of: request))
        let feed = try await host.send(GetTopicFeedRequest(of: topic, before: before, limit: TopicPage.length))
        return PageResponse.make(
            TopicPage(feed: feed, before: before, picture: picture, done: done, problem: problem, context: pageContext)
        )
    }

    private func message(_ context: WebContext) throws -> (topic: String, number: Int64) {
        guard let number = context.parameters.get("number").flatMap({ Int64($0) }) else { throw HTTPError(.notFound) }
        return (try context.topic(), number)
    }
}

extension WebContext {
    /// Returns the topic that a path names; malformed names are not found, without asking the host.
    func topic() throws -> String {
        guard let name = parameters.get("topic"), TopicParameter.isValid(name) else {
            throw HTTPError(.notFound)
        }
        return name
    }
}
