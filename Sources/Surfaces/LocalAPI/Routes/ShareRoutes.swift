package import HostModel
import TodayProtocol

extension ShareRequest: RoutedRequest {
    private struct Body: Codable {
        var id: TapID
        var app: AppID
        var content: SharedContent
        /// The extension point; if it is missing, that of Share extensions.
        var point: ShareExtensionPoint?
    }

    package static var routes: [Route<Self>] {
        [
            Route(.post, "shares", hasBody: true, reply: .json) { reader in
                let body: Body = try reader.body()
                return Self(
                    body.content,
                    id: body.id,
                    with: body.app,
                    at: body.point ?? .share,
                    viewer: reader.viewer
                )
            } write: { request, writer in
                writer.setViewer(request.viewer)
                try writer.setBody(
                    Body(id: request.id, app: request.app, content: request.content, point: request.point)
                )
            }
        ]
    }

    /// 1 MiB: enough for the images in base64.
    package static var bodyLimit: Int { 1024 * 1024 }
}

extension EndUseRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.delete, "shares", reply: .nothing) { reader in
                Self(try reader.requiredQuery("url"))
            } write: { request, writer in
                writer.query["url"] = request.url
            }
        ]
    }
}

extension GetUseRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "shares", reply: .json) { reader in
                Self(
                    try reader.requiredQuery("url"),
                    wait: reader.query("wait").flatMap { Int($0) } ?? 0,
                    isAsker: reader.flag("asker")
                )
            } write: { request, writer in
                writer.query["url"] = request.url
                writer.query["wait"] = String(request.wait)
                if request.isAsker { writer.query["asker"] = "1" }
            }
        ]
    }
}
