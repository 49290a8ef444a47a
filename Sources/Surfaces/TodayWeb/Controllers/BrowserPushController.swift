import HTTPServing
import HostModel
import Hummingbird
import JSON
import LocalAPI
import TodayProtocol
import TodayPush

/// Subscribes and unsubscribes the browser of a page to pushes, and sends it a test.
///
/// Each request concerns only the browser that makes it.
struct BrowserPushController: PageController {
    let source: PageSource
    /// Sends the pushes; `nil` if this program sends none, in which case the routes answer 404.
    let sender: BrowserPushSender?
    let origin: WebOrigin

    func addScriptRoutes(to router: some RouterMethods<WebContext>) {
        router.get("api/push-subscription", use: state)
        router.put("api/push-subscription", use: subscribe)
        router.delete("api/push-subscription", use: unsubscribe)
        router.post("api/push-subscription/test", use: test)
        router.post("api/push-subscription/shown/{notification}", use: noteShown)
    }

    @Sendable @concurrent private func state(_ request: Request, _ context: WebContext) async throws -> Response {
        let subscription = try await host.send(GetBrowserSubscriptionRequest(context.requireSession().hash))
        return JSONResponse.make([
            "key": .string(try usableSender.publicKey()),
            "endpoint": subscription.map { .string($0.endpoint) } ?? .null,
        ])
    }

    @Sendable @concurrent private func subscribe(_ request: Request, _ context: WebContext) async throws -> Response {
        let subscription = try usableSender.subscription(
            json: try await body(of: request),
            of: context.requireSession().hash,
            origin: origin.url,
            language: viewer(of: request).language
        )
        try await host.send(SubscribeBrowserRequest(subscription))
        return JSONResponse.done()
    }

    @Sendable @concurrent private func unsubscribe(_ request: Request, _ context: WebContext) async throws -> Response {
        try await host.send(UnsubscribeBrowserRequest(context.requireSession().hash, because: .person))
        return JSONResponse.done()
    }

    /// Records in the trace of a notification that the browser shows the push.
    @Sendable @concurrent private func noteShown(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let notification = DeliveredID(try context.parameters.require("notification")) else {
            throw HTTPError(.badRequest)
        }
        let subscription = try await requireSubscription(context)
        try await host.send(AddTraceRequest(.pushShown(in: subscription.session), of: notification))
        return JSONResponse.done()
    }

    @Sendable @concurrent private func test(_ request: Request, _ context: WebContext) async throws -> Response {
        let subscription = try await requireSubscription(context)
        let language = viewer(of: request).pageLanguage
        let id = Token.random().text
        let test = try await usableSender.sendTest(
            to: subscription,
            id: id,
            title: LocalizableText.pushTestTitle.text(in: language),
            body: LocalizableText.pushTestBody.text(in: language)
        )
        if test.isGone {
            let session = subscription.session
            try await host.send(
                UnsubscribeBrowserRequest(session, endpoint: subscription.endpoint, because: .service)
            )
        }
        return JSONResponse.make([
            "id": .string(id), "service": .string(test.service), "bytes": .integer(test.bytes),
            "isAccepted": .bool(test.isAccepted), "isGone": .bool(test.isGone),
            "answer": .string(test.answer.text(in: language)),
        ])
    }

    private func body(of request: Request) async throws -> [UInt8] {
        do {
            let body = try await request.collectBody(upTo: BrowserPushSender.subscriptionLimit, within: .seconds(10))
            return Array(body.readableBytesView)
        } catch let error as RequestBodyError {
            throw HTTPError(error.code == .tooLarge ? .contentTooLarge : .requestTimeout)
        }
    }

    /// Returns the subscription of the requesting browser; throws `notFound` if it has none.
    private func requireSubscription(_ context: WebContext) async throws -> BrowserSubscription {
        guard let subscription = try await host.send(GetBrowserSubscriptionRequest(context.requireSession().hash))
        else {
            throw HostError(.notFound, .pushAbsence)
        }
        return subscription
    }

    private var usableSender: BrowserPushSender {
        get throws {
            guard let sender else { throw HTTPError(.notFound) }
            return sender
        }
    }
}
