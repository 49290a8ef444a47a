import Foundation
import HostModel
import JSON
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import Host

/// From an app's request to what surfaces are told, with a real process.
@Suite(.timeLimit(.minutes(10))) struct ComplicationFlowTests {
    private static let app = HostFixture.app
    private static let viewer = HostFixture.viewer

    private func set(_ text: String?, _ fixture: HostFixture) async throws {
        let value: JSONValue = text.map { ["shortText": .string($0)] } ?? .null
        let answers = try await fixture.call(("complication/set", ["complication": value]))
        #expect(answers.first?.objectValue?["error"] == nil)
    }

    private func shown(_ text: String) -> ShownComplication {
        ShownComplication(
            app: Self.app,
            title: "Example",
            url: "example://",
            complication: Complication(shortText: text)
        )
    }

    private func next(_ events: AsyncStream<ComplicationEvent>) async throws -> ComplicationEvent {
        try await withTimeLimit(on: "the next event of complications") {
            for await event in events { return event }
            throw EndOfEvents()
        }
    }

    @Test func eachChangeIsTold() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try await withHost(in: folder) { fixture in
                let events = fixture.host.complicationEvents(for: Self.viewer, after: nil)
                guard case .all(let first) = try await next(events).change else { throw EndOfEvents() }
                #expect(first.complications.isEmpty)
                // They wait while the surface does not read, and none is merged.
                for text in ["3 left", "2 left", "2 left", "1 left"] { try await set(text, fixture) }
                try await set(nil, fixture)
                for text in ["3 left", "2 left", "1 left"] {
                    #expect(try await next(events).change == .set(shown(text)))
                }
                #expect(try await next(events).change == .removed(Self.app))
            }
        }
    }

    @Test func aSurfaceThatIsCurrentIsToldOnlyWhatIsNewer() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try await withHost(in: folder) { fixture in
                try await set("3 left", fixture)
                let state = try await fixture.host.send(GetComplicationsRequest(for: Self.viewer))
                #expect(state.complications == [shown("3 left")])
                let epoch = fixture.host.screen.epoch
                let position = ScreenPosition(epoch: epoch, revision: state.revision)
                let events = fixture.host.complicationEvents(for: Self.viewer, after: position)
                try await set("2 left", fixture)
                #expect(try await next(events).change == .set(shown("2 left")))
                // One that is behind gets everything.
                let late = fixture.host.complicationEvents(for: Self.viewer, after: position)
                guard case .all(let all) = try await next(late).change else { throw EndOfEvents() }
                #expect(all.complications == [shown("2 left")])
            }
        }
    }

    @Test func itIsThereAfterARestartAndGoneWithItsApp() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try await withHost(in: folder) { fixture in try await set("3 left", fixture) }
            try await withHost(in: folder) { fixture in
                let events = fixture.host.complicationEvents(for: Self.viewer, after: nil)
                guard case .all(let first) = try await next(events).change else { throw EndOfEvents() }
                #expect(first.complications == [shown("3 left")])
                try await fixture.host.send(UninstallAppRequest(Self.app, keepsData: true))
                // The list of apps changes too, so it may also be told with everything.
                switch try await next(events).change {
                case .removed(let app): #expect(app == Self.app)
                case .all(let all): #expect(all.complications.isEmpty)
                case .set(let shown): Issue.record("\(shown.app) has a complication again")
                }
                let state = try await fixture.host.send(GetComplicationsRequest(for: Self.viewer))
                #expect(state.complications.isEmpty)
            }
        }
    }

    @Test func theStreamEndsWithTheHost() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            var kept: AsyncStream<ComplicationEvent>?
            try await withHost(in: folder) { fixture in
                let events = fixture.host.complicationEvents(for: Self.viewer, after: nil)
                _ = try await next(events)
                kept = events
            }
            let events = try #require(kept)
            let event = try await withTimeLimit(on: "the end of the events") {
                for await event in events { return event as ComplicationEvent? }
                return nil
            }
            #expect(event == nil)
        }
    }
}
