import HTTPServing
import HTTPTypes
import HostModel
import Hummingbird
import NIOCore
import TodayProtocol

/// Sends images that are too large to be shared to the page's script, and receives the smaller ones that it makes.
///
/// Its routes find only the session's drafts with such images.
struct ShareImagesController: Sendable {
    /// Maximum size of the form with the smaller images, in bytes.
    private static let bodyLimit = 1024 * 1024

    let drafts: ShareDrafts

    func addScriptRoutes(to router: some RouterMethods<WebContext>) {
        router.get("share/:share/images/:number", use: show)
        router.put("share/:share/images", use: replace)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let images = try draft(context).content.images
        guard let number = context.parameters.get("number", as: Int.self), images.indices.contains(number) else {
            throw HTTPError(.notFound)
        }
        let image = images[number]
        return PageResponse.file(ByteBuffer(bytes: image.data), as: image.mediaType, cache: "no-store")
    }

    /// Replaces only the images of a draft.
    @Sendable @concurrent private func replace(_ request: Request, _ context: WebContext) async throws -> Response {
        let images = try await Self.images(in: request)
        let draft = try draft(context)
        guard images.count == draft.content.images.count else { throw HTTPError(.badRequest) }
        var content = draft.content
        content.images = images
        if let problem = content.problem { throw HostError(.invalid, problem) }
        guard drafts.replaceImages(of: draft, with: images) else { throw HTTPError(.notFound) }
        return Response(status: .noContent)
    }

    private static func images(in request: Request) async throws -> [SharedImage] {
        do {
            let body = try await request.collectBody(upTo: bodyLimit, within: .seconds(60))
            let form = try MultipartForm(Array(buffer: body), contentType: request.headers[.contentType] ?? "")
            return ShareForm.images(of: form)
        } catch let error as RequestBodyError {
            throw error.forScript
        }
    }

    private func draft(_ context: WebContext) throws -> ShareDrafts.Draft {
        guard let id = context.parameters.get("share"), let session = context.session,
            let draft = drafts.draft(id, session: session.hash), draft.isLarge
        else { throw HTTPError(.notFound) }
        return draft
    }
}
