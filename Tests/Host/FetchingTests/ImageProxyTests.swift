import Fetching
import HostModel
import HostStorage
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct ImageProxyTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    private func image(_ bytes: [UInt8], status: String = "200 OK") async throws -> ProxiedImage {
        try await ScriptedServer.run { _, write in
            try await write(reply(status, ["Content-Type: image/png"], bytes: bytes))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                // Only the person can let a server on this machine in, and only tests let the proxy use that.
                let policy = FetchPolicy(
                    appName: "Test",
                    declaredHosts: [],
                    allowedHosts: [try AllowedServer("127.0.0.1:\(server.port)")]
                )
                let proxy = ImageProxy(fetcher: fixture.fetcher, policy: policy)
                let image = try await proxy.image(at: server.origin)
                // A server that says nothing is not asked twice in a day.
                fixture.date.advance(by: 23 * 60 * 60)
                #expect(try await proxy.image(at: server.origin) == image)
                #expect(server.requests.count == 1)
                #expect(server.requests.first?.headers["authorization"] == nil)
                return image
            }
        }
    }

    @Test(arguments: [
        (png, ImageFormat.png), ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), (Array("GIF89a..".utf8), .gif),
        (Array("RIFF....WEBPVP8 ".utf8), .webP),
    ])
    func theBytesTellTheFormatWhateverTheServerSays(bytes: [UInt8], format: ImageFormat) async throws {
        let image = try await image(bytes)
        #expect(image.format == format)
        #expect(image.bytes == bytes)
    }

    @Test(arguments: [
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>", "<html>", "", "GIF8", "RIFF....WAVE", "\u{89}PNG",
    ])
    func whatIsNoImageIsRefused(content: String) async throws {
        #expect(await failure { _ = try await image(Array(content.utf8)) }?.code == .notAnImage)
    }

    @Test func anErrorPageIsNoImage() async throws {
        #expect(await failure { _ = try await image(Self.png, status: "404 Not Found") }?.code == .notAnImage)
    }

    @Test(arguments: [
        "http://inner.test/a.png", "https://inner.test/a.png", "http://127.0.0.1/a.png", "http://[::1]/a.png",
        "http://localhost/a.png", "http://public.test:8080/a.png",
    ])
    func imagesComeFromTheInternetOnly(url: String) async throws {
        try await FetchFixture.run(names: ["inner.test": ["192.168.1.1"]]) { fixture async throws in
            let error = await failure { _ = try await ImageProxy(fetcher: fixture.fetcher).image(at: url) }
            #expect(error?.code == .notAllowed)
        }
    }

    @Test(arguments: ["http://0x7f.1/a.png", "http://2130706433/a.png", "http://0177.0.0.1/a.png"])
    func misspelledAddressesAreNone(url: String) async throws {
        try await FetchFixture.run { fixture async throws in
            let error = await failure { _ = try await ImageProxy(fetcher: fixture.fetcher).image(at: url) }
            #expect(error?.code == .badAddress)
        }
    }
}
