import CloudStorage
import Foundation
import Testing
import TodayTestSupport

@Suite struct TokenTests {
    @Test func aNonceWorksOnce() async throws {
        try await withStore { fixture async throws in
            let end = fixture.clock.value + 600
            #expect(try await fixture.store.useNonce("n", of: fixture.app, expires: end))
            #expect(try await fixture.store.useNonce("n", of: fixture.app, expires: end) == false)
            let again = try fixture.reopen()
            #expect(try await again.useNonce("n", of: fixture.app, expires: end) == false)
            await again.close()
            fixture.clock.advance(by: 600)
            _ = try await fixture.store.expireOthers()
            #expect(try await fixture.store.useNonce("n", of: fixture.app, expires: end + 600))
        }
    }

    @Test func aChannelsTokenEnds() async throws {
        try await withStore { fixture async throws in
            let id = ChannelID("c")
            let end = fixture.clock.value + 60
            try await fixture.store.addChannel(NewChannel(id: id, type: "ios"), to: fixture.app)
            try await fixture.store.addChannelToken(hash: hash("t"), channel: id, of: fixture.app, expires: end)
            #expect(try await fixture.store.channel(tokenHash: hash("t"))?.channel == id)
            #expect(try await fixture.store.channel(tokenHash: hash("u")) == nil)
            fixture.clock.advance(by: 60)
            #expect(try await fixture.store.channel(tokenHash: hash("t")) == nil)
        }
    }

    @Test func aTokenOutlivesItsChannelUntilItEnds() async throws {
        try await withStore { fixture async throws in
            let store = fixture.store
            let end = fixture.clock.value + 60
            try await store.addChannel(NewChannel(id: ChannelID("c"), type: "ios"), to: fixture.app)
            try await store.addChannelToken(hash: hash("c"), channel: ChannelID("c"), of: fixture.app, expires: end)
            try await store.addChannelToken(hash: hash("d"), channel: ChannelID("d"), of: fixture.app, expires: end)
            #expect(try await store.goneChannel(tokenHash: hash("c")) == nil)
            try await store.removeChannels([ChannelID("c")], of: fixture.app)
            for name in ["c", "d"] {
                #expect(try await store.channel(tokenHash: hash(name)) == nil)
                #expect(try await store.goneChannel(tokenHash: hash(name)) == ChannelID(name))
            }
            #expect(try await store.goneChannel(tokenHash: hash("x")) == nil)
            fixture.clock.advance(by: 60)
            #expect(try await store.goneChannel(tokenHash: hash("c")) == nil)
            _ = try await store.expireOthers()
            #expect(try await fixture.count("goneChannelToken") == 0)
        }
    }
}
