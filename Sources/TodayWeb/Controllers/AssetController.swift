import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the script.
///
/// Its address changes with its content, so a browser may keep it for ever.
struct AssetController: Sendable {
    func addRoutes(to router: some RouterMethods<WebContext>) {
        let bytes = ByteBuffer(bytes: Assets.script)
        let name = Assets.scriptPath.split(separator: "/").last.map(String.init) ?? ""
        router.get("assets/:name") { _, context in
            guard context.parameters.get("name") == name else { throw HTTPError(.notFound) }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/javascript; charset=utf-8", .contentLength: String(bytes.readableBytes),
                    .cacheControl: "public, max-age=31536000, immutable",
                ],
                body: ResponseBody(byteBuffer: bytes)
            )
        }
    }
}
