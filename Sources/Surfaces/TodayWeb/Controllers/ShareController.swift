import AsyncPrimitives
import Foundation
import HTTPServing
import HTTPTypes
import HostModel
import Hummingbird
import JSON
import LocalAPI
import NIOCore
import TodayProtocol

/// Receives content that other apps on the device share with the installed app, and asks the person for an app of
/// Today.
///
/// Only images that are too large need the page's script.
///
/// The browser itself sends the form (W3C Web Share Target), not a page of this surface. The form changes nothing: its
/// content is kept for the session, and only the form on the page that follows shares it.
struct ShareController: PageController {
    /// Maximum size of a form that is read without a permit, and of a text in a larger form, in bytes.
    private static let smallFormLimit = 1024 * 1024
    /// Number of bytes of a larger form that are read and discarded, so that the browser shows the error.
    static let discardedLimit = 64 * 1024 * 1024
    /// Time limit for receiving a form.
    private static let deadline = Duration.seconds(120)

    let source: PageSource
    let drafts: ShareDrafts

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.post(RouterPath(ShareForm.path), use: receive)
        router.get("share/:share", use: show)
        router.post("share/:share", use: share)
        router.post("share/:share/undo", use: undo)
        router.post("share/:share/cancel", use: cancel)
        router.post("uses/end", use: endUse)
    }

    /// Keeps the content of the browser's form, and redirects to the page on which the person chooses an app.
    @Sendable @concurrent private func receive(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try context.requireSession()
        let permit = Self.mayBeLarge(request) ? try await permit() : nil
        defer { permit?.release() }
        guard let body = try await Self.collect(request) else { throw HostError(.invalid, ShareForm.tooLarge) }
        let form = try MultipartForm(body, contentType: request.headers[.contentType] ?? "")
        guard form.parts.allSatisfy({ $0.fileName != nil || $0.content.count <= Self.smallFormLimit }) else {
            throw HostError(.invalid, .sharedTextTooLong(SharedContent.textBytes / 1024))
        }
        let content = ShareForm.content(of: form)
        if let problem = content.problemBesideSize { throw HostError(.invalid, problem) }
        return PageResponse.redirect(to: SharePage.path(of: drafts.add(content, session: session.hash)))
    }

    /// Returns `true` if the head of a request says that its body is large, or does not give the size.
    private static func mayBeLarge(_ request: Request) -> Bool {
        request.headers[.contentLength] == nil || request.declaresBody(over: smallFormLimit)
    }

    private func permit() async throws -> SemaphorePermit {
        do throws(SemaphoreError) { return try await drafts.reading.acquire() } catch {
            switch error {
            case .cancelled: throw CancellationError()
            case .tooManyWaiting: throw HostError(.invalid, .tooMuchWaitsForSharing)
            }
        }
    }

    /// Reads the body; `nil` if it is too large.
    private static func collect(_ request: Request) async throws -> [UInt8]? {
        let body: [UInt8]?? = try await withDeadline(deadline) {
            var whole: [UInt8]? = []
            var size = 0
            for try await part in request.body {
                size += part.readableBytes
                guard size <= discardedLimit else { throw HTTPError(.contentTooLarge) }
                if size > ShareForm.limit { whole = nil } else { whole?.append(contentsOf: part.readableBytesView) }
            }
            return whole
        }
        guard let body else { throw HTTPError(.requestTimeout) }
        return body
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let draft = draft(context) else { return gone(request) }
        return try await page(draft, request)
    }

    /// Shares a draft with the app that the person has chosen.
    @Sendable @concurrent private func share(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = try await request.form()
        guard let draft = draft(context) else { return gone(request) }
        guard draft.result == nil, !draft.isLarge else {
            return PageResponse.redirect(to: SharePage.path(of: draft.id))
        }
        let app = AppID(form["app", default: ""])
        let viewer = viewer(of: request)
        let outcome: TapOutcome
        do throws(HostError) {
            outcome = try await host.send(ShareRequest(draft.content, id: draft.share, with: app, viewer: viewer))
        } catch {
            guard error.code == .invalid || error.code == .notFound else { throw error }
            return try await page(draft, because: error.pageText, request)
        }
        switch outcome {
        case .done(let open, let undo, let message, _, let opening):
            drafts.change(draft) { changed in
                changed.result = .init(app: app, share: draft.share, message: message, undo: undo)
                changed.content = SharedContent()
            }
            let page = open.map { OpenURLRequest.page($0, from: app, as: opening) }
            return PageResponse.redirect(to: page ?? SharePage.path(of: draft.id))
        case .failed(let reason):
            // The next attempt is a new share, since this one has ended.
            drafts.change(draft) { if $0.share == draft.share { $0.failures += 1 } }
            return try await page(draft, because: reason, request)
        case .invalidInputs: return try await page(draft, request)
        }
    }

    /// Undoes the app's action, like an action of its first page.
    @Sendable @concurrent private func undo(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let draft = draft(context), let result = draft.result else { return gone(request) }
        let viewer = viewer(of: request)
        let apps = try await host.send(ListAppsRequest(language: viewer.language))
        let scheme = apps.first { $0.id == result.app }?.urlSchemes.first
        guard let offer = result.undo, !result.isUndone, let scheme else {
            return PageResponse.redirect(to: SharePage.path(of: draft.id))
        }
        let tap = Tap(
            id: TapID("\(result.share).undo"),
            target: .scene(url: "\(scheme)://"),
            verb: offer.verb,
            data: offer.data
        )
        if case .failed(let reason) = try await host.send(PerformTapRequest(tap, viewer: viewer)) {
            return try await page(draft, because: reason, request)
        }
        drafts.change(draft) { $0.result?.isUndone = true }
        return PageResponse.redirect(to: SharePage.path(of: draft.id))
    }

    /// Discards the draft.
    @Sendable @concurrent private func cancel(_ request: Request, _ context: WebContext) async throws -> Response {
        if let draft = draft(context) { drafts.remove(draft.id, session: draft.session) }
        return PageResponse.redirect(to: "/")
    }

    /// Ends the use of an extension, from the form on its page.
    @Sendable @concurrent private func endUse(_ request: Request, _ context: WebContext) async throws -> Response {
        try await host.send(EndUseRequest(request.form()["url", default: ""]))
        return PageResponse.redirect(to: "/")
    }

    private func draft(_ context: WebContext) -> ShareDrafts.Draft? {
        guard let id = context.parameters.get("share"), let session = context.session else { return nil }
        return drafts.draft(id, session: session.hash)
    }

    private func gone(_ request: Request) -> Response {
        PageResponse.make(.goneShare, status: .notFound, for: viewer(of: request))
    }

    private func page(
        _ draft: ShareDrafts.Draft,
        because problem: LocalizableText? = nil,
        _ request: Request
    ) async throws -> Response {
        let viewer = viewer(of: request)
        let pageContext = try await pageContext(for: viewer)
        let apps = try await host.send(ListAppsRequest(language: viewer.language))
        return PageResponse.make(
            SharePage(draft: draft, apps: apps, problem: problem, context: pageContext),
            problem: problem
        )
    }
}
