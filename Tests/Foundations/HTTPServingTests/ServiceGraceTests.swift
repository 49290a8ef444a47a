import AsyncPrimitives
import HTTPServing
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import TodayTestSupport

/// How a server ends that still has requests.
@Suite(.timeLimit(.minutes(5))) struct ServiceGraceTests {
    private struct Broken: Error {}

    /// What serves: it begins, and ends as the test says.
    private struct Server: Service {
        enum End { case whenAsked, whenCancelled, atOnce, withError }

        let end: End
        let began = OneTimeSignal()

        func run() async throws {
            began.raise()
            switch end {
            case .whenAsked: try await gracefulShutdown()
            case .whenCancelled: await OneTimeSignal().wait()
            case .atOnce: break
            case .withError: throw Broken()
            }
        }
    }

    /// A server with a grace of ten seconds.
    private struct Graceful: Service {
        let server: Server
        let clock = ManualClock()
        let shutdown = OneTimeSignal()

        func run() async throws {
            try await server.run(grace: .seconds(10), clock: clock) { [shutdown] in shutdown.raise() }
        }
    }

    private func group(_ service: Graceful) -> ServiceGroup {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let member = ServiceGroupConfiguration.ServiceConfiguration(
            service: service,
            successTerminationBehavior: .gracefullyShutdownGroup
        )
        return ServiceGroup(configuration: ServiceGroupConfiguration(services: [member], logger: logger))
    }

    @Test func requestsThatDoNotEndAreCutOffWhenTheGraceIsOver() async throws {
        let service = Graceful(server: Server(end: .whenCancelled))
        let group = group(service)
        let running = Task { try await group.run() }
        try await withTimeLimit(on: "the server's beginning") { await service.server.began.wait() }
        await group.triggerGracefulShutdown()
        try await withTimeLimit(on: "the call at the shutdown's beginning") { await service.shutdown.wait() }
        await service.clock.waitUntilSleeping()
        service.clock.advance(by: .milliseconds(9_999))
        #expect(service.clock.sleeperCount == 1)
        service.clock.advance(by: .milliseconds(1))
        try await withTimeLimit(on: "the server's end") { try await running.value }
    }

    @Test func aServerThatEndsInTimeIsNotHeldUpByTheGrace() async throws {
        let service = Graceful(server: Server(end: .whenAsked))
        let group = group(service)
        let running = Task { try await group.run() }
        try await withTimeLimit(on: "the server's beginning") { await service.server.began.wait() }
        await group.triggerGracefulShutdown()
        try await withTimeLimit(on: "the server's end") { try await running.value }
        #expect(service.clock.now.offset == .zero)
        #expect(service.clock.sleeperCount == 0)
    }

    @Test func aServerThatEndsByItselfEndsTheRun() async throws {
        let group = group(Graceful(server: Server(end: .atOnce)))
        try await withTimeLimit(on: "the server's end") { try await group.run() }
    }

    @Test func whatTheServerThrowsIsThrown() async throws {
        let group = group(Graceful(server: Server(end: .withError)))
        await #expect(throws: Broken.self) {
            try await withTimeLimit(on: "the server's end") { try await group.run() }
        }
    }

    @Test func cancellationEndsTheServerWithoutGrace() async throws {
        let service = Graceful(server: Server(end: .whenCancelled))
        let running = Task { try await service.run() }
        try await withTimeLimit(on: "the server's beginning") { await service.server.began.wait() }
        running.cancel()
        _ = try await withTimeLimit(on: "the server's end") { await running.result }
        #expect(service.clock.now.offset == .zero)
    }
}
