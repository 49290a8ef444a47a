import AsyncPrimitives
import Foundation
import HTTPServing
import HostModel
import Hummingbird
import LocalAPI
import NIOCore
import TodayProtocol

/// Receives archives with bundles, and serves the page on which the person agrees to a bundle's requests.
struct InstallController: PageController {
    /// Path to which the page's script sends an archive.
    static let uploadPath = "/settings/apps/uploads"
    /// Time limit for receiving an archive.
    private static let deadline = Duration.seconds(300)

    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) { router.get("settings/apps/install", use: show) }

    func addScriptRoutes(to router: some RouterMethods<WebContext>) {
        router.post(RouterPath(Self.uploadPath), use: receive)
    }

    /// Returns the address of the page for an archive.
    static func path(of upload: String) -> String { "/settings/apps/install?upload=" + upload }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let upload = request.uri.queryParameters.get("upload"), (1...512).contains(upload.utf8.count) else {
            throw HTTPError(.badRequest, message: "The address names no file.")
        }
        let pageContext = try await pageContext(for: viewer(of: request))
        let sheet = try await host.send(GetUploadRequest(upload))
        return PageResponse.make(InstallPage(upload: upload, sheet: sheet, context: pageContext))
    }

    /// Writes the body into the file that the host provides, and reads the bundle.
    @Sendable @concurrent private func receive(_ request: Request, _ context: WebContext) async throws -> Response {
        let upload = try await host.send(BeginUploadRequest())
        do {
            if request.declaresBody(over: upload.limit) { throw HTTPError(.contentTooLarge) }
            let isComplete: Void? = try await withDeadline(Self.deadline) {
                try await Self.write(request.body, to: upload)
            }
            guard isComplete != nil else { throw HTTPError(.requestTimeout) }
            _ = try await host.send(GetUploadRequest(upload.id))
        } catch {
            try await host.send(DiscardUploadRequest(upload.id))
            throw error
        }
        return try WireJSON.response(["address": Self.path(of: upload.id)])
    }

    private static func write(_ body: RequestBody, to upload: BundleUpload) async throws {
        let descriptor = open(upload.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw HostError(.stateUnavailable, "The file cannot be stored: \(String(cString: strerror(errno))).")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var size = 0
        for try await part in body {
            size += part.readableBytes
            guard size <= upload.limit else { throw HTTPError(.contentTooLarge) }
            do { try file.write(contentsOf: part.readableBytesView) } catch {
                throw HostError(.stateUnavailable, "The file cannot be stored.", cause: error)
            }
        }
        try file.close()
    }
}
