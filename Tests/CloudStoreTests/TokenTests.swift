import CloudStore
import Foundation
import Testing

@Suite struct TokenTests {
    @Test func aNonceWorksOnce() async throws {
        try await withStore { fixture async throws in
            let end = fixture.clock.value + 600
            #expect(try await fixture.store.useNonce("n", of: fixture.app, expires: end))
            #expect(try await fixture.store.useNonce("n", of: fixture.app, expires: end) == false)
            let again = try CloudStore(path: fixture.path)
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
            #expect(
                try await fixture.store.addChannelToken(hash: hash("t"), channel: id, of: fixture.app, expires: end)
                    == false
            )
            try await fixture.store.addChannel(NewChannel(id: id, type: "ios"), to: fixture.app)
            #expect(
                try await fixture.store.addChannelToken(hash: hash("t"), channel: id, of: fixture.app, expires: end)
            )
            #expect(try await fixture.store.channel(tokenHash: hash("t"))?.channel == id)
            #expect(try await fixture.store.channel(tokenHash: hash("u")) == nil)
            fixture.clock.advance(by: 60)
            #expect(try await fixture.store.channel(tokenHash: hash("t")) == nil)
        }
    }
}
