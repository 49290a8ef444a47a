import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the modules of the script.
///
/// Their addresses change with their content, so a browser may keep them for ever.
struct AssetController: Sendable {
    func addRoutes(to router: some RouterMethods<WebContext>) {
        let modules = Assets.modules.mapValues(ByteBuffer.init(bytes:))
        router.get("assets/:version/:name") { _, context in
            guard context.parameters.get("version") == Assets.version,
                let module = context.parameters.get("name").flatMap({ modules[$0] })
            else { throw HTTPError(.notFound) }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/javascript; charset=utf-8", .contentLength: String(module.readableBytes),
                    .cacheControl: "public, max-age=31536000, immutable",
                ],
                body: ResponseBody(byteBuffer: module)
            )
        }
    }
}
