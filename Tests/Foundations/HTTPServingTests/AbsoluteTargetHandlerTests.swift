import HTTPServing
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

/// What is known of the target of a request after the codec.
@Suite struct AbsoluteTargetHandlerTests {
    @Test(arguments: [
        ("/a?b", ["today"], "/a?b", ["today"]), ("http://today/a?b", ["today"], "/a?b", ["today"]),
        ("HTTP://TODAY", ["today"], "/", ["today"]), ("http://other/a", ["today"], "/a", ["today", "other"]),
        ("https://other/a", ["today"], "/a", ["today", "other"]),
        ("http://today:1/a", ["today"], "/a", ["today", "today:1"]),
        ("http://me@today/", ["today"], "/", ["today", "me@today"]), ("http://today/a", [], "/a", ["today"]),
        ("http://other/", ["today", "other"], "/", ["today", "other", "other"]),
        ("http:///a", ["today"], "*", ["today"]), ("ftp://today/a", ["today"], "*", ["today"]),
        ("today:1", ["today"], "*", ["today"]), ("*", ["today"], "*", ["today"]),
    ])
    func everyNameOfTheServerIsSeen(target: String, hosts: [String], path: String, names: [String]) throws {
        let channel = EmbeddedChannel(handlers: [HTTP1ToHTTPServerCodec(secure: false), AbsoluteTargetInstaller()])
        let fields = HTTPHeaders(hosts.map { ("Host", $0) })
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: fields)
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        guard case .head(let request) = try channel.readInbound(as: HTTPRequestPart.self) else {
            Issue.record("no head")
            return
        }
        #expect(request.path == path)
        let further = request.headerFields.filter { $0.name.canonicalName == "host" }.map(\.value)
        #expect([request.authority].compactMap { $0 } + further == names)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }
}
