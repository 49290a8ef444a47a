package import Host
import TodayProtocol
import TodayScreen

extension ShareRequest: RoutedRequest {
    private struct Body: Codable {
        var id: TapID
        var app: AppID
        var content: SharedContent
    }

    package static var routes: [Route<Self>] {
        [
            Route(.post, "shares", hasBody: true, reply: .json) { reader in
                let body: Body = try reader.body()
                return Self(body.content, id: body.id, with: body.app, viewer: reader.viewer)
            } write: { request, writer in
                writer.setViewer(request.viewer)
                try writer.setBody(Body(id: request.id, app: request.app, content: request.content))
            }
        ]
    }

    /// Enough for the images in base64.
    package static var bodyLimit: Int { 1024 * 1024 }
}
