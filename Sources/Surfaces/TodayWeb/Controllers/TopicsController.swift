import Foundation
import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI
import NIOCore
import TodayProtocol

/// Serves the list of topics, their feeds, and the forms on them, without a script.
struct TopicsController: Sendable {
    let host: any HostAccess
    let viewers: ViewerReader
    let now: @Sendable () -> Date

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
        let viewer = viewers.viewer(of: request.headers)
        // The screen is read first: later changes arrive in the page's event stream.
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let model = TopicsPage.Model(
            topics: try await host.send(GetTopicSubscriptionsRequest()).topics,
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: screen.position,
            viewer: viewer,
            now: now(),
            images: try await host.send(GetBundleImageIndexRequest())
        )
        return PageResponse.make { TopicsPage(model: model).html(nonce: $0) }
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

    /// Performs an action, and shows the topic again, with the error if it failed.
    @Sendable @concurrent private func perform(_ request: Request, _ context: WebContext) async throws -> Response {
        let (topic, number) = try message(context)
        let action = context.parameters.get("action") ?? ""
        do throws(HostError) {
            try await host.send(PerformTopicActionRequest(action, of: number, in: topic))
        } catch {
            guard error.code == .invalid || error.code == .notFound else { throw error }
            return try await page(of: topic, problem: error.pageText, request)
        }
        return redirect(to: number, of: topic, after: .init(message: number, action: action))
    }

    /// Redirects to a message in the feed of its topic.
    private func redirect(to number: Int64, of topic: String, after action: TopicPage.DoneAction? = nil) -> Response {
        PageResponse.redirect(to: TopicPage.path(of: topic) + (action?.query ?? "") + "#m-\(number)")
    }

    @Sendable @concurrent private func picture(_ request: Request, _ context: WebContext) async throws -> Response {
        let (topic, number) = try message(context)
        let image = try await host.send(GetTopicPictureRequest(of: number, in: topic))
        guard ImageController.types.contains(image.mediaType) else { throw HTTPError(.unsupportedMediaType) }
        return Response(
            status: .ok,
            headers: [
                .contentType: image.mediaType, .contentLength: String(image.bytes.count),
                .cacheControl: "private, max-age=3600",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: image.bytes))
        )
    }

    private func page(
        of topic: String,
        before: Int64? = nil,
        picture: Int64? = nil,
        done: TopicPage.DoneAction? = nil,
        problem: LocalizableText? = nil,
        _ request: Request
    ) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let model = TopicPage.Model(
            feed: try await host.send(GetTopicFeedRequest(of: topic, before: before, limit: TopicPage.length)),
            before: before,
            picture: picture,
            done: done,
            problem: problem,
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: screen.position,
            viewer: viewer,
            now: now(),
            images: try await host.send(GetBundleImageIndexRequest())
        )
        return PageResponse.make { TopicPage(model: model).html(nonce: $0) }
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
