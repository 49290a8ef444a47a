import AsyncHTTPClient
import AsyncPrimitives
import Foundation
import Host
import HostModel
import HostStorage
import JSON
import LocalAPI
import Logging
import NIOCore
import NIOHTTP1
import ServerSentEvents
import ServiceLifecycle
import SurfaceTestSupport
import Synchronization
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// The server on real sockets.
@Suite(.timeLimit(.minutes(10))) struct WebServerTests {
    /// Runs a server as long as `body` runs, and ends it as SIGTERM does.
    private func withServer(
        _ host: StubHost,
        _ body: @Sendable (WebServer, Client) async throws -> Void
    ) async throws {
        // Streams must end by themselves, however slow the machine is: not by the end of the grace.
        let server = try await WebServer(
            host: host,
            version: "1.0",
            port: nil,
            grace: .seconds(50),
            logger: Logger(label: "test")
        )
        let group = ServiceGroup(services: [server], logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // Whoever waits for a server that cannot serve is told so.
                defer { server.serving.raise() }
                try await group.run()
            }
            await server.serving.wait()
            do {
                try await body(server, Client(origin: server.origin))
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private struct Client {
        let origin: WebOrigin

        func get(_ path: String, cookie: String = "") async throws -> HTTPClientResponse {
            var request = HTTPClientRequest(url: "http://127.0.0.1:\(origin.port)\(path)")
            request.headers.add(name: "Host", value: origin.authority)
            if !cookie.isEmpty { request.headers.add(name: "Cookie", value: cookie) }
            // No redirect is followed: the shared client would go to a name that this test need not resolve.
            return try await HTTPClient.shared.execute(request, deadline: .now() + .minutes(1))
        }

        /// Signs in.
        ///
        /// - Returns: The cookie to send.
        func signIn(_ link: OneTimeLink) async throws -> String {
            let path = link.link.dropFirst(origin.url.count)
            var request = HTTPClientRequest(url: "http://127.0.0.1:\(origin.port)\(path)")
            request.headers.add(name: "Host", value: origin.authority)
            // So that the answer is a page, not a redirect.
            request.headers.add(name: "Sec-Fetch-Site", value: "cross-site")
            let response = try await HTTPClient.shared.execute(request, deadline: .now() + .minutes(1))
            return String(try #require(response.headers.first(name: "Set-Cookie")).prefix { $0 != ";" })
        }
    }

    /// The next events of a stream.
    private func events(_ count: Int, of response: HTTPClientResponse) async throws -> [ServerSentEvent] {
        let events = try await withDeadline(.seconds(60)) {
            var parser = ServerSentEventParser()
            var events: [ServerSentEvent] = []
            for try await part in response.body {
                // Every stream also tells what the outbox holds when it begins.
                events += try parser.append(part.readableBytesView).filter { $0.name != "outbox" }
                if events.count >= count { break }
            }
            return events
        }
        return try #require(events, "\(count) events did not come within a minute")
    }

    @Test func aPageThatIsBehindGetsWhatIsNewer() async throws {
        let host = StubHost(screen: Samples.screen)
        try await withServer(host) { server, client in
            let cookie = try await client.signIn(server.makeLink())
            let stream = try await client.get("/events?after=e1.5&notifications=e1.7", cookie: cookie)
            #expect(stream.headers.first(name: "Content-Type") == "text/event-stream; charset=utf-8")
            let event = try #require(try await events(1, of: stream).first)
            #expect(event.name == "widget")
            #expect(event.id == "e1.7")
            let body = try JSONValue(parsing: event.data)
            #expect(body["id"] == "com.example.weather.widget")
            #expect(body["html"]?.stringValue?.contains("61°") == true)
        }
    }

    @Test func aPageOfAnotherEpochGetsEverything() async throws {
        let host = StubHost(screen: Samples.screen)
        try await withServer(host) { server, client in
            let cookie = try await client.signIn(server.makeLink())
            let stream = try await client.get("/events?after=e0.99&notifications=e1.7", cookie: cookie)
            let event = try #require(try await events(1, of: stream).first)
            #expect(event.name == "screen")
            #expect(try JSONValue(parsing: event.data)["html"]?.stringValue?.contains("id=\"screen\"") == true)
        }
    }

    @Test func aPageLearnsWhatHappensToNotifications() async throws {
        let host = StubHost(screen: Samples.screen)
        try await withServer(host) { server, client in
            let cookie = try await client.signIn(server.makeLink())
            let stream = try await client.get("/events?after=e1.7&notifications=e1.7", cookie: cookie)
            let id = host.deliver(Samples.reminder())
            host.withdraw(id)
            let events = try await events(4, of: stream)
            #expect(Set(events.map(\.name)) == ["notifications"])
            // They say nothing of where the page is on the screen.
            #expect(events.allSatisfy { $0.id == nil })
            let bodies = try events.map { try JSONValue(parsing: $0.data) }
            #expect(bodies.map { $0["position"]?.stringValue } == ["e1.8", "e1.8", "e1.9", "e1.9"])
            #expect(bodies[0]["banner"]?["html"]?.stringValue?.contains("Time to go shopping") == true)
            #expect(bodies[0]["banner"]?["spoken"]?.stringValue?.hasPrefix("Shopping List, Time to go") == true)
            #expect(bodies[0]["list"] == nil)
            #expect(bodies[1]["beside"]?["count"] == 1)
            #expect(bodies[2]["gone"] == .integer(Int(id.rawValue)))
            #expect(bodies[3]["beside"]?["count"] == 0)
        }
    }

    @Test func aPageThatShowsNotificationsGetsTheListAndNoWidgets() async throws {
        let host = StubHost(screen: Samples.screen)
        try await withServer(host) { server, client in
            let cookie = try await client.signIn(server.makeLink())
            let stream = try await client.get("/events?after=e1.1&notifications=e1.7&list=new", cookie: cookie)
            host.deliver(Samples.reminder(), arrives: false)
            let event = try #require(try await events(1, of: stream).first)
            #expect(event.name == "notifications")
            let body = try JSONValue(parsing: event.data)
            #expect(body["list"]?.stringValue?.contains("<li class=\"item\"") == true)
            #expect(body["banner"]?["spoken"] == nil)
        }
    }

    @Test(arguments: ["", "&notifications=e0.99", "&notifications=e1.1", "&notifications=nonsense"])
    func aPageThatIsBehindGetsAllNotifications(query: String) async throws {
        let host = StubHost(screen: Samples.screen)
        let id = host.deliver(Samples.reminder())
        host.changeNotifications { notifications in
            notifications.settings = Samples.permissions
            notifications.badges = [Samples.shopping: 4]
        }
        try await withServer(host) { server, client in
            let cookie = try await client.signIn(server.makeLink())
            let stream = try await client.get("/events?after=e1.7\(query)", cookie: cookie)
            let event = try #require(try await events(1, of: stream).first)
            let body = try JSONValue(parsing: event.data)
            #expect(body["there"] == .array([.integer(Int(id.rawValue))]))
            #expect(body["beside"]?["badge"] == 4)
            #expect(body["beside"]?["badges"]?["com.example.shopping"] == 4)
            #expect(body["beside"]?["question"]?.stringValue?.contains("“Habits”") == true)
        }
    }

    @Test func theServerEndsWithAPageConnected() async throws {
        let host = StubHost(screen: Samples.screen)
        let open = Mutex<HTTPClientResponse?>(nil)
        let clock = ContinuousClock()
        let start = Mutex<ContinuousClock.Instant?>(nil)
        try await withServer(host) { server, client in
            let cookie = try await client.signIn(server.makeLink())
            let stream = try await client.get("/events?after=e1.7&notifications=e1.7", cookie: cookie)
            open.withLock { $0 = stream }
            start.withLock { $0 = clock.now }
        }
        // Streams that are ended by the grace alone would take as long as the grace, which is longer.
        let begun = try #require(start.withLock { $0 })
        #expect(clock.now - begun < .seconds(30))
        let stream = try #require(open.withLock { $0 })
        let rest = String(buffer: try await stream.body.collect(upTo: 4096))
        // What the outbox holds comes at the beginning, and on a busy machine heartbeats come before the end.
        let events = rest.components(separatedBy: "\n\n").filter { !$0.isEmpty && $0 != ": still here" }
        #expect(events.allSatisfy { $0.hasPrefix("event: outbox\n") })
    }

    @Test func theHostStopsBeingWatchedWhenThePageLeaves() async throws {
        let host = StubHost(screen: Samples.screen)
        try await withServer(host) { server, client in
            let cookie = try await client.signIn(server.makeLink())
            let stream = try await client.get("/events?after=e1.1", cookie: cookie)
            _ = try await events(1, of: stream)
            // Leaving the loop over the body closes the connection.
            let isLeft: Void? = try await withDeadline(.seconds(60)) {
                while host.screenStreamCount > 0 {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
            #expect(isLeft != nil, "The host is still watched.")
        }
    }

    @Test func theNameAndThePortStay() async throws {
        let host = StubHost(screen: Samples.screen)
        let logger = Logger(label: "test")
        let first = try await WebServer(host: host, version: "1.0", port: nil, logger: logger).origin
        let second = try await WebServer(host: host, version: "1.0", port: 0, logger: logger).origin
        #expect(first == second)
        #expect(first.url.firstMatch(of: #/^http:\/\/[a-z][a-z2-9]{7}\.localhost:[0-9]+$/#) != nil)
        let wanted = try Loopback.freePort()
        let third = try await WebServer(host: host, version: "1.0", port: wanted, logger: logger).origin
        let instance = try #require(first.instance)
        #expect(third == WebOrigin(instance: instance, port: wanted))
        #expect(try await WebServer(host: host, version: "1.0", port: nil, logger: logger).origin == third)
    }

    @Test func aPortInUseIsNamed() async throws {
        let host = StubHost(screen: Samples.screen)
        try await withServer(host) { server, _ in
            let port = server.origin.port
            await #expect {
                _ = try await WebServer(host: host, version: "1.0", port: nil, logger: Logger(label: "test"))
            } throws: { error in
                (error as? HostError)?.code == .stateUnavailable
                    && (error as? HostError)?.message.contains("Port \(port)") == true
            }
        }
    }

    @Test(arguments: [-1, 65_536]) func aPortIsInRange(port: Int) async throws {
        let host = StubHost(screen: Samples.screen)
        await #expect(throws: HostError.self) {
            _ = try await WebServer(host: host, version: "1.0", port: port, logger: Logger(label: "test"))
        }
    }
}
